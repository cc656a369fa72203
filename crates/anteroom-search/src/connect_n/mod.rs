//! Connect N: solved if time suffices, else searched to a limited depth.

mod book;
mod evaluation;
mod solver;
mod zugzwang;

pub use book::{BookCheck, check as check_book, make as make_book};

use std::cmp::{Ordering, Reverse};

use super::alpha_beta;
use super::found::{Candidate, Found, Proven};
use super::meter::Meter;
use super::opponent::Opponent;
use super::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::Verdict;
use anteroom_games::connect_n::{Bits, Column, ConnectN, Wide};
use evaluation::Threats;
use solver::{Board, Frame, Solver};

/// The fewest nodes of a proof. A smaller budget is better spent on evaluation.
const LEAST_FOR_PROOFS: u64 = 100_000;
/// The most nodes that are reserved for evaluation in case a proof fails; at most half of all nodes.
const FOR_JUDGING: u64 = 1_000_000;
/// The nodes that suffice to solve most positions.
/// A harder position is evaluated first, so that a stopped search has a turn.
const FOR_EASY_ONES: u64 = 1_500_000;
/// The nodes of that first evaluation.
const FOR_JUDGING_FIRST: u64 = 120_000;
/// The most nodes to find the quickest win.
const FOR_SCORES: u64 = 2_000_000;
/// A loss within this many chips of the other seat is obvious to every player.
const SOON: i32 = 4;
/// The most nodes to find the turn with the fewest right replies, if no turn wins.
const FOR_RIDDLES: u64 = 2_000_000;

impl Opponent for ConnectN<u64> {
    // Levels with less than `LEAST_FOR_PROOFS` use neither the book nor the solver, which never err at seven by six.
    const NODES: [u64; 5] = [50, 300, 2_000, 60_000, 40_000_000];
    // With few columns to choose from, fewer turns are nearly as good as the best.
    const MARGINS: [f64; 5] = [0.35, 0.1, 0.04, 0.0, 0.0];

    // This solves nearly every position that the book of seven by six does not have.
    fn advice(&self) -> u64 {
        5_000_000
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        let frame = frame_of(self);
        if !all && meter.left() >= LEAST_FOR_PROOFS && frame.fits() {
            return solve_or_judge(self, frame, meter, seed);
        }
        alpha_beta::search(self, &Threats::of(self), meter, all, seed)
    }
}

impl Opponent for ConnectN<u128> {
    const NODES: [u64; 5] = [12, 100, 400, 15_000, 1_000_000];
    // More nodes alone change little here: the first player has an advantage, and equal players draw the other games.
    const MARGINS: [f64; 5] = [0.3, 0.22, 0.13, 0.1, 0.0];

    fn advice(&self) -> u64 {
        150_000
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        alpha_beta::search(self, &Threats::of(self), meter, all, seed)
    }
}

impl Opponent for ConnectN<Wide> {
    const NODES: [u64; 5] = [36, 320, 3_000, 20_000, 150_000];
    // On a large board all turns have nearly equal values, so a wider margin would mean random turns.
    const MARGINS: [f64; 5] = [0.25, 0.02, 0.0, 0.0, 0.0];

    fn advice(&self) -> u64 {
        20_000
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        alpha_beta::search(self, &Threats::of(self), meter, all, seed)
    }
}

fn frame_of<B: Bits>(position: &ConnectN<B>) -> Frame {
    let [columns, rows, n] = position.dimensions().map(u32::from);
    Frame { columns, rows, n }
}

fn board_of(position: &ConnectN<u64>, mover: Seat) -> Board {
    let own = position.chips_of(mover);
    Board {
        own,
        taken: own | position.chips_of(mover.other()),
    }
}

/// Solves the position, or evaluates it if solving exceeds the meter.
fn solve_or_judge(
    position: &ConnectN<u64>,
    frame: Frame,
    meter: &mut Meter<'_>,
    seed: u64,
) -> Option<Found<Column>> {
    let judge = |meter: &mut Meter<'_>| {
        alpha_beta::search(position, &Threats::of(position), meter, false, seed)
    };
    let mut judged = None;
    {
        let mut solver = Solver::new(frame);
        let for_solving = meter.left() - FOR_JUDGING.min(meter.left() / 2);
        let found = meter.with_at_most(for_solving, |meter| {
            if !is_easy(position, frame, &mut solver, meter) {
                judged = meter.with_at_most(FOR_JUDGING_FIRST, judge);
            }
            solved(position, frame, &mut solver, meter)
        });
        if found.is_some() {
            return found;
        }
    }
    if meter.is_empty() && judged.is_some() {
        return judged;
    }
    judge(meter)
}

/// Whether the position is in the book, or can be solved with few nodes.
/// The solver's table keeps what it learns.
fn is_easy(
    position: &ConnectN<u64>,
    frame: Frame,
    solver: &mut Solver,
    meter: &mut Meter<'_>,
) -> bool {
    let Some(mover) = position.mover() else {
        return true;
    };
    let board = board_of(position, mover);
    match board.taken.count_ones().cmp(&book::CHIPS) {
        Ordering::Less if frame == book::FRAME => true,
        // The book has the position's score, but not those of its successors.
        Ordering::Equal if frame == book::FRAME => false,
        _ => {
            let sign = meter.with_at_most(FOR_EASY_ONES, |meter| solver.sign(board, meter));
            sign.is_some()
        }
    }
}

/// A step and the board after it.
struct Drop {
    column: Column,
    board: Board,
    /// The value for the seat that makes it, if known: its score, or only the score's sign.
    worth: Option<i32>,
    /// For a step that does not win: the number of replies that keep the other seat's result, if counted.
    right_replies: Option<u32>,
}

/// Solves the position, by the book or by search; `None` if that exceeds the meter.
fn solved(
    position: &ConnectN<u64>,
    frame: Frame,
    solver: &mut Solver,
    meter: &mut Meter<'_>,
) -> Option<Found<Column>> {
    let mover = position.mover()?;
    let board = board_of(position, mover);
    let chips = board.taken.count_ones();
    let mut drops = Vec::new();
    position.each_step(|column| {
        let mut next = position.clone();
        next.make(&column);
        drops.push(Drop {
            column,
            board: board_of(&next, mover.other()),
            worth: match next.verdict() {
                Some(Verdict::Win(_)) => Some(frame.count()),
                Some(Verdict::Draw) => Some(0),
                None => None,
            },
            right_replies: None,
        });
    });
    // The middle first, because most lines run through it.
    drops.sort_by_key(|drop| (2 * u32::from(drop.column.number()) + 1).abs_diff(frame.columns));
    if frame == book::FRAME && chips < book::CHIPS {
        for drop in &mut drops {
            drop.worth = drop
                .worth
                .or_else(|| book::score(drop.board).map(|score| -score));
        }
    } else if drops.iter().all(|drop| drop.worth != Some(frame.count())) {
        search(frame, board, &mut drops, solver, meter)?;
    }
    // The book is quick. The replies are not searched if the book has the drops but not the replies.
    if frame != book::FRAME || chips + 2 <= book::CHIPS || chips >= book::CHIPS {
        meter.with_at_most(FOR_RIDDLES, |meter| {
            count_right_replies(frame, &mut drops, solver, meter)
        });
    }
    // The quickest win is best. Otherwise the turn should leave the other seat the fewest right replies, without a
    // loss that every player sees; then the latest loss is best.
    let left = frame.count() - chips as i32;
    drops.sort_by_key(|drop| {
        let is_late = drop.worth.is_some_and(|worth| left / 2 + worth > SOON);
        let replies = drop.right_replies.unwrap_or(u32::MAX);
        let sign = drop.worth.map(i32::signum);
        (
            Reverse(sign),
            Reverse(is_late),
            replies,
            Reverse(drop.worth),
        )
    });
    let proven = |worth: i32| match worth.signum() {
        1 => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    };
    let candidates: Vec<_> = drops
        .iter()
        .filter_map(|drop| {
            let proven = proven(drop.worth?);
            Some(Candidate {
                turn: vec![drop.column],
                value: proven.value(),
                proven: Some(proven),
                is_sure: true,
            })
        })
        .collect();
    let best = candidates.first()?;
    Some(Found {
        line: vec![best.turn.clone()],
        proven: best.proven,
        candidates,
    })
}

/// Finds the value of the position, and a step that keeps it.
/// Then, within a budget, it finds the step that wins soonest or loses latest. Returns `None` if the meter does not
/// suffice for the first part.
fn search(
    frame: Frame,
    board: Board,
    drops: &mut [Drop],
    solver: &mut Solver,
    meter: &mut Meter<'_>,
) -> Option<()> {
    let known = (frame == book::FRAME).then(|| book::score(board)).flatten();
    let sign = match known {
        Some(score) => score.signum(),
        None => solver.sign(board, meter)?,
    };
    for drop in &mut *drops {
        let keeps = match (drop.worth, sign) {
            (Some(worth), _) => worth.signum() == sign,
            // Every step loses a lost game.
            (None, -1) => true,
            (None, 0) => !solver.is_won(drop.board, meter)?,
            (None, _) => solver.is_lost(drop.board, meter)?,
        };
        if keeps {
            drop.worth = drop.worth.or(Some(sign));
            if sign >= 0 {
                break;
            }
        }
    }
    if sign == 0 {
        // All steps that keep the draw, within the budget, because some are harder for the other seat than others.
        meter.with_at_most(FOR_RIDDLES, |meter| {
            for drop in drops.iter_mut().filter(|drop| drop.worth.is_none()) {
                match solver.is_won(drop.board, meter) {
                    Some(false) => drop.worth = Some(0),
                    Some(true) => {}
                    None => return,
                }
            }
        });
    }
    // The speed of a win matters less than the win, so it has a budget.
    meter.with_at_most(FOR_SCORES, |meter| {
        if sign == 0 {
            return;
        }
        let mut scores = Vec::new();
        for drop in &*drops {
            match solver.score(drop.board, meter) {
                Some(score) => scores.push(-score),
                None => return,
            }
        }
        for (drop, score) in drops.iter_mut().zip(scores) {
            drop.worth = Some(score);
        }
    });
    Some(())
}

/// Counts the replies to the best drops that keep the other seat's result, if no drop wins.
/// A seat with a single right reply may miss it. Changes nothing if the meter does not suffice for all drops.
fn count_right_replies(
    frame: Frame,
    drops: &mut [Drop],
    solver: &mut Solver,
    meter: &mut Meter<'_>,
) -> Option<()> {
    let sign = drops.iter().filter_map(|drop| drop.worth).max()?.signum();
    if sign > 0 {
        return None;
    }
    let mut counts = Vec::new();
    for drop in &*drops {
        let is_best = drop.worth.is_some_and(|worth| worth.signum() == sign);
        counts.push(match is_best {
            true => Some(right_replies(frame, drop.board, sign, solver, meter)?),
            false => None,
        });
    }
    for (drop, count) in drops.iter_mut().zip(counts) {
        drop.right_replies = count;
    }
    Some(())
}

/// Returns the number of replies after which the other seat gets at most this sign.
/// If a line must be stopped or can be completed, the result exceeds the number of columns, because every player sees
/// that reply.
fn right_replies(
    frame: Frame,
    board: Board,
    sign: i32,
    solver: &mut Solver,
    meter: &mut Meter<'_>,
) -> Option<u32> {
    let mut landings = solver.landings(board);
    let must_stop = solver.threats(board.own ^ board.taken, board.taken) & landings;
    if must_stop != 0 || solver.wins_at_once(board) {
        return Some(frame.columns + 1);
    }
    let mut right = 0;
    while landings != 0 {
        let cell = landings & landings.wrapping_neg();
        landings ^= cell;
        let after = board.after(cell);
        let known = (frame == book::FRAME).then(|| book::score(after)).flatten();
        let is_right = match known {
            // The board is full.
            _ if after.taken.count_ones() == frame.count() as u32 => sign == 0,
            Some(score) => score.signum() <= sign,
            None if sign == 0 => !solver.is_won(after, meter)?,
            None => solver.is_lost(after, meter)?,
        };
        right += u32::from(is_right);
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::{Frame, LEAST_FOR_PROOFS, SOON, Solver, board_of, frame_of, right_replies};
    use crate::meter::Meter;
    use crate::opponent::Opponent;
    use crate::playable::Playable;
    use anteroom_board::Seat;
    use anteroom_games::connect_n::{Column, ConnectN, Size};
    use anteroom_games::{DynPosition, Position, SplitMix64, Verdict};

    /// Returns the value for a seat and the number of chips to the end by exhaustive search.
    /// The winner hurries and the loser delays.
    fn exhaustive(position: &ConnectN<u64>, seat: Seat) -> (i32, i32) {
        match Playable::verdict(position) {
            Some(Verdict::Draw) => return (0, 0),
            Some(Verdict::Win(winner)) if winner == seat => return (1, 0),
            Some(Verdict::Win(_)) => return (-1, 0),
            None => {}
        }
        let all = after_each(position).into_iter().map(|(_, next)| {
            let (worth, chips) = exhaustive(&next, seat);
            (worth, chips + 1)
        });
        let sign = if position.mover() == Some(seat) {
            1
        } else {
            -1
        };
        let best = all.max_by_key(|(worth, chips)| (sign * worth, -sign * worth * chips));
        best.unwrap_or_default()
    }

    fn after_each(position: &ConnectN<u64>) -> Vec<(Column, ConnectN<u64>)> {
        let mut all = Vec::new();
        position.for_each_step(|step| {
            let mut next = position.clone();
            next.make(&step);
            all.push((step, next));
        });
        all
    }

    /// Returns positions of random games with at most `empty` empty cells.
    fn late_positions(columns: u8, rows: u8, n: u8, empty: u32, many: usize) -> Vec<ConnectN<u64>> {
        let Ok(size) = Size::new(columns, rows, n) else {
            panic!("{columns}×{rows}, {n}");
        };
        let mut numbers = SplitMix64::new(u64::from(columns * rows));
        let mut all = Vec::new();
        while all.len() < many {
            let mut position = ConnectN::start(&size);
            let mut chips = 0;
            while u32::from(columns * rows) - chips > empty && position.mover().is_some() {
                let mut steps = after_each(&position);
                position = steps
                    .swap_remove(numbers.below(steps.len() as u64) as usize)
                    .1;
                chips += 1;
            }
            if position.mover().is_some() {
                all.push(position);
            }
        }
        all
    }

    /// Counts the right replies to a turn without the solver's scores.
    fn counted(frame: Frame, next: &ConnectN<u64>, mover: Seat, worth: i32) -> u32 {
        let solver = Solver::with_table(frame, 1_009);
        let board = board_of(next, mover.other());
        let landings = solver.landings(board);
        let lines = solver.threats(board.own, board.taken)
            | solver.threats(board.own ^ board.taken, board.taken);
        if landings & lines != 0 {
            return frame.columns + 1;
        }
        let replies = after_each(next);
        let right = replies
            .iter()
            .filter(|(_, then)| exhaustive(then, mover).0 <= worth);
        right.count() as u32
    }

    #[test]
    fn where_nothing_wins_the_other_seat_is_left_the_fewest_right_replies() {
        let (mut draws, mut losses, mut choices) = (0, 0, 0);
        for (columns, rows, n) in [(4, 4, 3), (5, 4, 4), (6, 5, 4), (7, 6, 4)] {
            for position in late_positions(columns, rows, n, 10, 40) {
                let frame = frame_of(&position);
                let Some(mover) = position.mover() else {
                    continue;
                };
                let (worth, _) = exhaustive(&position, mover);
                let never = || false;
                let found = position.find(&mut Meter::new(40_000_000, &never), false, 0);
                let Some(played) = found.and_then(|found| found.candidates.into_iter().next())
                else {
                    panic!("{}", position.text());
                };
                assert_eq!(played.proven.map(|proven| proven as i32 - 1), Some(worth));
                if worth > 0 {
                    continue;
                }
                let mut all = Vec::new();
                for (step, next) in after_each(&position) {
                    let (own, chips) = exhaustive(&next, mover);
                    if own == worth {
                        let replies = counted(frame, &next, mover, worth);
                        let mut solver = Solver::with_table(frame, 1_009);
                        let board = board_of(&next, mover.other());
                        let mut meter = Meter::new(LEAST_FOR_PROOFS, &never);
                        let found = right_replies(frame, board, worth, &mut solver, &mut meter);
                        assert_eq!(found, Some(replies), "{}", next.text());
                        // The number of the other seat's chips until it has won: every second chip.
                        let is_soon = worth < 0 && (chips + 1) / 2 <= SOON;
                        all.push((is_soon, replies, step));
                    }
                }
                let best = all.iter().map(|&(soon, replies, _)| (soon, replies)).min();
                let of_played = all.iter().find(|(.., step)| played.turn == [*step]);
                assert_eq!(
                    of_played.map(|&(soon, replies, _)| (soon, replies)),
                    best,
                    "{}",
                    position.text()
                );
                if worth == 0 {
                    draws += 1
                } else {
                    losses += 1
                }
                choices += u32::from(
                    all.iter()
                        .any(|&(soon, replies, _)| Some((soon, replies)) != best),
                );
            }
        }
        assert!(
            draws > 15 && losses > 15 && choices > 15,
            "{draws}, {losses}, {choices}"
        );
    }
}
