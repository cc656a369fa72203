//! Principal variation search (Marsland & Campbell 1982, Reinefeld 1983) over a [`Board`] with incremental lines, for
//! frames that are too large to be solved.
//!
//! It works like [`alpha_beta`](crate::alpha_beta) but on one board with chips that fall and are taken back, and it
//! knows more. The counted threats show a win at once or a compulsory block. A seat without an open line does not win.
//! Steps are ordered by the change of the lines' worth, by killers (Akl & Newborn 1977) and by a decaying history
//! (Schaeffer 1983, with the decay that chess programs use). Near the horizon, positions far above the bound are not
//! searched further (futility pruning: Heinz 1998, for the seat that is ahead).

use super::board::{Board, CELLS, Lines, SIDE};
use crate::alpha_beta::chance;
use crate::found::{Candidate, Found, Proven};
use crate::meter::{MOST_BYTES, Meter};
use crate::playable::Playable;
use anteroom_games::games::connect_n::{Bits, Column, ConnectN};
use anteroom_games::games::{Position, SplitMix64};

/// The score of a win, minus one for each chip before it.
const WIN: i32 = 30_000;
/// Scores above this are wins that were searched to the end.
const WON: i32 = 29_000;
/// The highest score of an evaluation.
const MOST: i32 = 20_000;
/// The score that corresponds to a winning chance of three quarters.
const SCALE: i32 = 300;
const DEEPEST: usize = 120;
/// The depth of a table entry for a subtree that was searched to the end.
const FINISHED: u8 = 255;
/// The most table entries, 8 bytes each.
const ENTRIES: usize = 1 << 21;
/// The most remaining plies at which a position far above the bound is not searched further.
const FEW_PLIES: i32 = 6;
/// The required margin above the bound for each of these plies.
const MARGIN: i32 = 40;
/// The fewest remaining plies for using the table: a memory access costs a shallower search.
const LEAST_KEPT: i32 = 3;
/// A number that no column has.
const NO_COLUMN: u8 = 31;

/// The bonus of a killer in the order of steps, and the weight of a point of worth.
const KILLER: i32 = 480;
const GAIN: i32 = 16;
/// The limit of a history; an eighth of it counts.
const HISTORY: i32 = 1024;
/// The distance up to which a loss is delayed.
/// A farther loss is ignored, and the turn with the best earlier score is played.
const NEAR: i32 = 8;

// The number of entries is a power of two, at most `ENTRIES`.
const _: () = assert!(ENTRIES.is_power_of_two() && ENTRIES * size_of::<u64>() <= MOST_BYTES);

#[derive(Clone, Copy)]
struct Entry {
    /// The upper half of the key, which together with the entry's index is nearly all of it.
    check: u32,
    score: i16,
    depth: u8,
    column: u8,
    /// 0 none, 1 lower bound, 2 upper bound, 3 exact.
    bound: u8,
}

impl Entry {
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.check) << 32
            | u64::from(self.score.cast_unsigned()) << 16
            | u64::from(self.depth) << 8
            | u64::from(self.column) << 2
            | u64::from(self.bound)
    }

    #[inline]
    fn unpack(packed: u64) -> Self {
        Self {
            check: (packed >> 32) as u32,
            score: ((packed >> 16) as u16).cast_signed(),
            depth: (packed >> 8) as u8,
            column: (packed >> 2) as u8 & 31,
            bound: packed as u8 & 3,
        }
    }
}

struct Search<'m, 's, L> {
    board: Board<L>,
    meter: &'m mut Meter<'s>,
    table: Vec<u64>,
    /// Cells, by the number of chips that have fallen.
    killers: [[Option<u8>; 2]; DEEPEST + 1],
    /// The success of chips of each seat on each cell.
    history: [[i32; CELLS]; 2],
    /// Number of evaluations at the horizon and of uses of bounds that depend on such.
    horizon: u64,
    out_of_nodes: bool,
}

/// A step at the root.
struct Root {
    column: Column,
    score: i32,
    /// Whether the score is exact rather than a bound.
    exact: bool,
}

enum Choice {
    /// The result is known.
    Score(i32),
    /// These columns, as bits, and whether they are compulsory blocks.
    Columns(u16, bool),
}

/// Deepens until the meter is empty or the position is solved; `None` if the game is over.
/// With `all`, every step gets an exact score.
pub(super) fn search<B: Bits, L: Lines>(
    position: &ConnectN<B>,
    lines: L,
    meter: &mut Meter<'_>,
    all: bool,
    seed: u64,
) -> Option<Found<Column>> {
    let mover = position.mover()?;
    let board = Board::of(position, mover, lines);
    let entries = (meter.left().saturating_mul(2))
        .clamp(1 << 10, ENTRIES as u64)
        .next_power_of_two() as usize;
    let mut search = Search {
        board,
        meter,
        table: vec![0; entries],
        killers: [[None; 2]; DEEPEST + 1],
        history: [[0; CELLS]; 2],
        horizon: 0,
        out_of_nodes: false,
    };
    let mut numbers = SplitMix64::new(seed);
    let mut roots: Vec<Root> = Vec::new();
    position.each_step(|column| {
        roots.push(Root {
            column,
            score: 0,
            exact: false,
        });
    });
    // The seed determines the order of equal steps.
    for i in (1..roots.len()).rev() {
        roots.swap(i, numbers.below(i as u64 + 1) as usize);
    }
    roots.sort_by_key(|root| -search.order(usize::from(root.column.number()), 0));
    let mut proven = None;
    for depth in 1..=DEEPEST as i32 {
        let before = search.horizon;
        let order: Vec<Column> = roots.iter().map(|root| root.column).collect();
        let done = search.root(&mut roots, depth, all);
        // The result of an unfinished iteration is still useful: the best step was searched first.
        roots.sort_by_key(|root| -root.score);
        if !done {
            break;
        }
        let best = roots.first()?.score;
        if best < -WON && WIN + best > NEAR {
            // All steps lose, but the other seat may not see it. The step that was best before any loss was found is
            // played.
            let place = |root: &Root| order.iter().position(|&column| column == root.column);
            roots.sort_by_key(|root| (root.score < NEAR - WIN, place(root)));
        }
        if best.abs() > WON || search.horizon == before {
            proven = Some(match best {
                best if best > WON => Proven::Win,
                best if best < -WON => Proven::Loss,
                _ => Proven::Draw,
            });
            break;
        }
    }
    let best = roots.first()?.score;
    let proven = if best > WON {
        Some(Proven::Win)
    } else {
        proven
    };
    let candidates: Vec<Candidate<Column>> = roots
        .iter()
        .map(|root| {
            let own = match root.score {
                score if root.exact && score > WON => Some(Proven::Win),
                score if score < -WON => Some(Proven::Loss),
                _ => None,
            };
            Candidate {
                turn: vec![root.column],
                value: if root.score.abs() > WON {
                    f64::from(u8::from(root.score > 0))
                } else {
                    chance(root.score, SCALE)
                },
                proven: own,
                is_sure: root.exact,
            }
        })
        .collect();
    let line = search.line(position, roots.first()?.column);
    Some(Found {
        candidates,
        line,
        proven,
    })
}

impl<L: Lines> Search<'_, '_, L> {
    /// Runs one iteration. Returns whether it was finished.
    fn root(&mut self, roots: &mut [Root], depth: i32, all: bool) -> bool {
        let mut best = -WIN - 1;
        let last: Vec<i32> = roots.iter().map(|root| root.score).collect();
        for (i, root) in roots.iter_mut().enumerate() {
            let column = usize::from(root.column.number());
            let wins = self.board.threats[self.board.mover & 1][column & 15]
                & self.board.landings[column & 15]
                != 0;
            let score = if wins {
                WIN - 1
            } else {
                let before = self.board.drop(column);
                let score = if i == 0 || all {
                    -self.node(depth - 1, -WIN - 1, WIN + 1, 1)
                } else {
                    let score = -self.node(depth - 1, -best - 1, -best, 1);
                    if score > best && !self.out_of_nodes {
                        -self.node(depth - 1, -WIN - 1, -best, 1)
                    } else {
                        score
                    }
                };
                self.board.take_back(column, &before);
                score
            };
            if self.out_of_nodes {
                // The other steps stay behind those that this iteration has ranked.
                if i == 0 {
                    return false;
                }
                for (root, &score) in roots.iter_mut().zip(&last).skip(i) {
                    root.score = score.min(best - 1).max(-WIN);
                    root.exact = false;
                }
                return false;
            }
            root.score = score;
            root.exact = i == 0 || all || score > best;
            best = best.max(score);
            if best > WON && !all {
                // A win cannot be improved; earlier iterations have found the shorter wins.
                for root in roots.iter_mut().skip(i + 1) {
                    root.exact = false;
                    root.score = root.score.min(best - 1);
                }
                return true;
            }
        }
        true
    }

    /// Returns a win at once, else the columns that neither miss a block nor give the other seat a cell.
    #[inline]
    fn choice(&self, ply: usize) -> Choice {
        let board = &self.board;
        let own = &board.threats[board.mover & 1];
        let other = &board.threats[(board.mover ^ 1) & 1];
        let (mut wins, mut open, mut forced, mut loses) = (0, 0_u16, 0_u16, 0_u16);
        for (column, &landing) in board.landings.iter().enumerate() {
            wins |= own[column] & landing;
            open |= u16::from(landing != 0) << column;
            forced |= u16::from(other[column] & landing != 0) << column;
            loses |= u16::from(other[column] & landing << 1 != 0) << column;
        }
        if wins != 0 {
            return Choice::Score(WIN - ply as i32 - 1);
        }
        if board.empty == 0 {
            return Choice::Score(0);
        }
        let must = forced != 0;
        let wanted = if must { forced } else { open } & !loses;
        if wanted == 0 || forced & forced.wrapping_sub(1) != 0 {
            return Choice::Score(ply as i32 + 2 - WIN);
        }
        Choice::Columns(wanted, must)
    }

    /// Returns the priority of a column.
    #[inline]
    fn order(&self, column: usize, ply: usize) -> i32 {
        let board = &self.board;
        let cell = board.cell(column);
        let middle = (2 * column as i32 + 1 - board.columns as i32).abs();
        let is_killer = self.killers[ply.min(DEEPEST)].contains(&Some(cell as u8));
        let killer = if is_killer { KILLER } else { 0 };
        let past = self.history[board.mover & 1][cell % CELLS];
        GAIN * board.gain(column) - middle + killer + past / 8
    }

    /// Returns the score of a position for the seat to move.
    fn node(&mut self, mut depth: i32, mut alpha: i32, mut beta: i32, ply: usize) -> i32 {
        if !self.meter.spend() {
            self.out_of_nodes = true;
            return 0;
        }
        let (columns, must) = match self.choice(ply) {
            Choice::Score(score) => return score,
            Choice::Columns(columns, must) => (columns, must),
        };
        // Neither seat wins with its next chip.
        alpha = alpha.max(ply as i32 + 4 - WIN);
        beta = beta.min(WIN - ply as i32 - 3);
        // A seat without an open line does not win.
        let (mut least, mut most) = (-MOST, MOST);
        if self.board.lines.open(self.board.mover) == 0 {
            most = 0;
            beta = beta.min(0);
        }
        if self.board.lines.open(self.board.mover ^ 1) == 0 {
            least = 0;
            alpha = alpha.max(0);
        }
        if alpha >= beta {
            return alpha;
        }
        if depth <= 0 && !must || ply >= DEEPEST {
            self.horizon += 1;
            return L::judge(&self.board).clamp(least, most);
        }
        depth = depth.max(0);
        // A seat that need not block and is far above the bound usually stays above it.
        let is_open = beta - alpha == 1 && alpha.abs() < WON && beta.abs() < WON;
        if is_open && !must && depth <= FEW_PLIES {
            let score = L::judge(&self.board);
            if score - MARGIN * depth >= beta {
                self.horizon += 1;
                return score.clamp(least, most);
            }
        }
        let key = self.board.key;
        let slot = key as usize & (self.table.len() - 1);
        let check = (key >> 32) as u32;
        let is_kept = depth >= LEAST_KEPT;
        let packed = self.table.get(slot).filter(|_| is_kept);
        let entry = Entry::unpack(packed.copied().unwrap_or(0));
        let known = entry.bound != 0 && entry.check == check;
        if known && i32::from(entry.depth) >= depth {
            let score = from_table(i32::from(entry.score), ply);
            let cuts = match entry.bound {
                1 => score >= beta,
                2 => score <= alpha,
                _ => true,
            };
            if cuts {
                if entry.depth != FINISHED {
                    self.horizon += 1;
                }
                return score;
            }
        }
        let table_column = if known { entry.column } else { NO_COLUMN };
        let before = self.horizon;
        let many = (columns.count_ones() as usize).min(SIDE);
        let mut list = [(0, 0_u8); SIDE];
        let mut left = columns;
        for place in list.iter_mut().take(many) {
            let column = left.trailing_zeros() as u8;
            left &= left - 1;
            *place = (i32::from(column == table_column), column);
        }
        // The table's step often causes a cutoff, so the others are ranked only afterwards.
        let is_known = u32::from(columns) >> table_column & 1 == 1;
        let first_ranked = match many {
            1 => many,
            _ => usize::from(is_known),
        };
        let mut best = -WIN - 1;
        let mut best_column = NO_COLUMN;
        let first_alpha = alpha;
        let mover = self.board.mover & 1;
        // A single legal step costs no depth.
        let deeper = if many == 1 { depth } else { depth - 1 };
        for i in 0..many {
            if i == first_ranked {
                for place in list.iter_mut().take(many).skip(i) {
                    place.0 = self.order(usize::from(place.1), ply);
                }
            }
            let mut next = i;
            for j in i + 1..many {
                if list[j].0 > list[next].0 {
                    next = j;
                }
            }
            list.swap(i, next);
            let column = usize::from(list[i].1);
            let taken_back = self.board.drop(column);
            let score = if i == 0 {
                -self.node(deeper, -beta, -alpha, ply + 1)
            } else {
                // Late steps are searched less deep at first.
                let reduced = if depth >= 3 && i >= 3 {
                    deeper - 1 - i32::from(i >= 8) - i32::from(depth >= 8 && i >= 5)
                } else {
                    deeper
                };
                let mut score = -self.node(reduced, -alpha - 1, -alpha, ply + 1);
                if score > alpha && reduced < deeper && !self.out_of_nodes {
                    score = -self.node(deeper, -alpha - 1, -alpha, ply + 1);
                }
                if score > alpha && score < beta && !self.out_of_nodes {
                    score = -self.node(deeper, -beta, -alpha, ply + 1);
                }
                score
            };
            self.board.take_back(column, &taken_back);
            if self.out_of_nodes {
                return 0;
            }
            if score > best {
                best = score;
                best_column = column as u8;
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if many > 1 {
                    let tried = list.get(..i).unwrap_or_default();
                    self.remember(mover, column, tried, depth, ply);
                }
                break;
            }
        }
        if least == 0 {
            best = best.max(0);
        }
        if most == 0 {
            best = best.min(0);
        }
        let depth = if self.horizon == before {
            FINISHED
        } else {
            depth.min(i32::from(FINISHED) - 1) as u8
        };
        let bound = if best >= beta {
            1
        } else if best <= first_alpha {
            2
        } else {
            3
        };
        if is_kept && let Some(place) = self.table.get_mut(slot) {
            let entry = Entry {
                check,
                score: to_table(best, ply) as i16,
                column: best_column,
                depth,
                bound,
            };
            *place = entry.pack();
        }
        best
    }

    /// Records a step that caused a cutoff, and the steps tried before it that did not.
    fn remember(
        &mut self,
        mover: usize,
        column: usize,
        tried: &[(i32, u8)],
        depth: i32,
        ply: usize,
    ) {
        let cell = self.board.cell(column);
        let killers = &mut self.killers[ply.min(DEEPEST)];
        if killers[0] != Some(cell as u8) {
            *killers = [Some(cell as u8), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        let history = &mut self.history[mover];
        let past = &mut history[cell % CELLS];
        *past += bonus - *past * bonus / HISTORY;
        for &(_, column) in tried {
            let past = &mut history[self.board.cell(usize::from(column)) % CELLS];
            *past -= bonus + *past * bonus / HISTORY;
        }
    }

    /// Returns the continuation that the table expects after the best turn.
    fn line<B: Bits>(&mut self, position: &ConnectN<B>, first: Column) -> Vec<Vec<Column>> {
        let mut at = position.clone();
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(column) = next
            && line.len() < 12
        {
            at.make(&column);
            line.push(vec![column]);
            next = None;
            if at.mover().is_none() {
                break;
            }
            self.board.drop(usize::from(column.number()));
            let slot = self.board.key as usize & (self.table.len() - 1);
            let entry = Entry::unpack(self.table.get(slot).copied().unwrap_or(0));
            if entry.bound != 0 && entry.check == (self.board.key >> 32) as u32 {
                at.for_each_step(|step| {
                    if step.number() == entry.column {
                        next = Some(step);
                    }
                });
            }
        }
        line
    }
}

/// Stores a win by its distance from the entry's position instead of from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score > WON => score + ply as i32,
        score if score < -WON => score - ply as i32,
        score => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score > WON => score - ply as i32,
        score if score < -WON => score + ply as i32,
        score => score,
    }
}

#[cfg(test)]
mod tests {
    use super::{Proven, search};
    use crate::connect_n::counted::Counted;
    use crate::connect_n::weights::{FITTED, FITTED_LINES};
    use crate::meter::Meter;
    use crate::playable::Playable;
    use anteroom_games::board::Seat;
    use anteroom_games::games::connect_n::{ConnectN, Size};
    use anteroom_games::games::{Position, SplitMix64, Verdict};

    /// Returns the value of a position for the first seat by exhaustive search.
    fn exhaustive(position: &ConnectN<u64>) -> i32 {
        match Playable::verdict(position) {
            Some(Verdict::Win(Seat::First)) => return 1,
            Some(Verdict::Win(Seat::Second)) => return -1,
            Some(Verdict::Draw) => return 0,
            None => {}
        }
        let mut worths = Vec::new();
        position.for_each_step(|step| {
            let mut next = position.clone();
            next.make(&step);
            worths.push(exhaustive(&next));
        });
        let best = if position.mover() == Some(Seat::First) {
            worths.into_iter().max()
        } else {
            worths.into_iter().min()
        };
        best.unwrap_or(0)
    }

    #[test]
    fn what_is_proven_is_what_an_exhaustive_search_finds() {
        let mut numbers = SplitMix64::new(8);
        for (columns, rows, n, chips) in [(4, 4, 3, 3), (5, 4, 4, 8), (6, 6, 4, 24), (7, 7, 5, 38)]
        {
            let Ok(size) = Size::new(columns, rows, n) else {
                panic!("{columns}×{rows}, {n}");
            };
            for _ in 0..40 {
                let mut position = ConnectN::<u64>::start(&size);
                position.run_on(chips, &mut |n| numbers.below(n));
                let Some(mover) = position.mover() else {
                    continue;
                };
                let never = || false;
                let found = search(
                    &position,
                    Counted::new([columns, rows, n], &FITTED_LINES, &FITTED),
                    &mut Meter::new(u64::MAX, &never),
                    false,
                    1,
                );
                let first = match found.and_then(|found| found.proven) {
                    Some(Proven::Win) => 1,
                    Some(Proven::Draw) => 0,
                    Some(Proven::Loss) => -1,
                    None => panic!("{position:?}"),
                };
                let sign = if mover == Seat::First { 1 } else { -1 };
                assert_eq!(sign * first, exhaustive(&position), "{position:?}");
            }
        }
    }
}
