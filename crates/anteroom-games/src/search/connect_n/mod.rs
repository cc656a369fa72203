//! Connect N: solved where that can be done in time, else searched as far as it goes.

mod board;
mod book;
mod counted;
mod deep;
mod evaluation;
mod fitting;
mod placed;
mod solver;
mod weights;
mod zugzwang;

pub use book::{BookCheck, check as check_book, make as make_book};
pub use fitting::{Fit, fit};

use super::alpha_beta;
use super::found::{Candidate, Found, Proven};
use super::meter::Meter;
use super::opponent::Opponent;
use super::playable::Playable;
use crate::board::Seat;
use crate::games::Verdict;
use crate::games::connect_n::{Bits, Column, ConnectN, Wide};
use counted::Counted;
use evaluation::Threats;
use placed::Placed;
use solver::{Board, Frame, Solver};

/// Fewer nodes than this are better spent on judging positions than on solving them.
const LEAST_FOR_PROOFS: u64 = 100_000;
/// How many nodes are kept for judging where proofs do not come to an end, or half of all if that is less.
const FOR_JUDGING: u64 = 1_000_000;
/// How many nodes may go into winning soon rather than late.
const FOR_SCORES: u64 = 2_000_000;

/// See [`Opponent::MARGINS`]. With few columns to choose from, fewer turns are nearly as good as the best.
const MARGINS: [f64; 5] = [0.2, 0.07, 0.0, 0.0, 0.0];

impl Opponent for ConnectN<u64> {
    // What has less than `LEAST_FOR_PROOFS` asks neither the book nor the solver: who does never errs at seven by six.
    const NODES: [u64; 5] = [50, 300, 2_000, 60_000, 40_000_000];
    const MARGINS: [f64; 5] = MARGINS;

    fn advice(&self) -> u64 {
        150_000
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        let frame = frame_of(self);
        if !all
            && meter.left() >= LEAST_FOR_PROOFS
            && frame.fits()
            && let Some(found) = {
                let nodes = meter.left() - FOR_JUDGING.min(meter.left() / 2);
                meter.with_at_most(nodes, |meter| solved(self, frame, meter))
            }
        {
            return Some(found);
        }
        alpha_beta::search(self, &Threats::of(self), meter, all, seed)
    }
}

impl Opponent for ConnectN<u128> {
    const NODES: [u64; 5] = [12, 100, 400, 15_000, 2_000_000];
    // More nodes alone tell little here: who begins has the better game, and equals draw the rest.
    const MARGINS: [f64; 5] = [0.2, 0.17, 0.085, 0.025, 0.0];

    fn advice(&self) -> u64 {
        150_000
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        let dimensions = self.dimensions();
        if dimensions == placed::FRAME {
            return deep::search(self, Placed::new(), placed::weights(), meter, all, seed);
        }
        let lines = Counted::new(dimensions, &weights::FITTED_LINES);
        deep::search(self, lines, &weights::FITTED, meter, all, seed)
    }
}

impl Opponent for ConnectN<Wide> {
    const NODES: [u64; 5] = [40, 320, 6_000, 100_000, 2_000_000];
    // On a large board all turns are judged nearly alike: a wider margin would be a turn by chance.
    const MARGINS: [f64; 5] = [0.16, 0.02, 0.0, 0.0, 0.0];

    fn advice(&self) -> u64 {
        60_000
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        let lines = Counted::new(self.dimensions(), &weights::PLAIN_LINES);
        deep::search(self, lines, &weights::PLAIN, meter, all, seed)
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

/// A step and where it leads.
struct Drop {
    column: Column,
    board: Board,
    /// What it comes to for the seat that makes it, once that is known: its score, or only the sign of it.
    worth: Option<i32>,
}

/// Solves the position, by the book or by search. `None` when that takes more than the meter has.
fn solved(position: &ConnectN<u64>, frame: Frame, meter: &mut Meter<'_>) -> Option<Found<Column>> {
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
        });
    });
    // The middle first: most lines run through it.
    drops.sort_by_key(|drop| (2 * u32::from(drop.column.number()) + 1).abs_diff(frame.columns));
    if frame == book::FRAME && chips < book::CHIPS {
        for drop in &mut drops {
            drop.worth = drop
                .worth
                .or_else(|| book::score(drop.board).map(|score| -score));
        }
    } else if drops.iter().all(|drop| drop.worth != Some(frame.count())) {
        search(frame, board, &mut drops, meter)?;
    }
    drops.sort_by_key(|drop| std::cmp::Reverse(drop.worth));
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

/// Finds out what the position is worth, and a step that keeps it; then, as far as that costs little, which step wins
/// soonest or loses latest. `None` when the meter does not suffice for the first.
fn search(frame: Frame, board: Board, drops: &mut [Drop], meter: &mut Meter<'_>) -> Option<()> {
    let mut solver = Solver::new(frame);
    let known = (frame == book::FRAME).then(|| book::score(board)).flatten();
    let sign = match known {
        Some(score) => score.signum(),
        None => solver.sign(board, meter)?,
    };
    for drop in &mut *drops {
        let keeps = match (drop.worth, sign) {
            (Some(worth), _) => worth.signum() == sign,
            // Any step loses a lost game.
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
    // How soon matters less than whether: it is found out only as far as this goes.
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
