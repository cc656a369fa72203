//! Connect N: solved where that can be done in time, else searched as far as it goes.

mod book;
mod evaluation;
mod solver;

pub use book::make as make_book;

use super::found::{Candidate, Found, Proven};
use super::meter::Meter;
use super::opponent::Opponent;
use super::playable::Playable;
use super::alpha_beta;
use crate::board::Seat;
use crate::games::Verdict;
use crate::games::connect_n::{Bits, Column, ConnectN, Wide};
use evaluation::Threats;
use solver::{Board, Frame, Solver};

/// Whether a search is worth its while: levels that play by values want all of them, and soon.
const LEAST_FOR_PROOFS: u64 = 20_000;

impl Opponent for ConnectN<u64> {
    const NODES: [u64; 5] = [200, 1_500, 12_000, 150_000, 12_000_000];

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        let frame = frame_of(self);
        if !all
            && meter.left() >= LEAST_FOR_PROOFS
            && frame.fits()
            && let Some(found) = solved(self, frame, meter)
        {
            return Some(found);
        }
        find_any(self, meter, all, seed)
    }
}

impl Opponent for ConnectN<u128> {
    const NODES: [u64; 5] = [200, 1_500, 12_000, 150_000, 1_000_000];

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        find_any(self, meter, all, seed)
    }
}

impl Opponent for ConnectN<Wide> {
    const NODES: [u64; 5] = [200, 1_500, 8_000, 60_000, 250_000];

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Column>> {
        find_any(self, meter, all, seed)
    }
}

fn find_any<B: Bits>(
    position: &ConnectN<B>,
    meter: &mut Meter<'_>,
    all: bool,
    seed: u64,
) -> Option<Found<Column>> {
    alpha_beta::search(position, &Threats::of(position), meter, all, seed)
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

/// A step, where it leads, and how it is ranked: wins, then draws, then losses.
struct Drop {
    column: Column,
    board: Board,
    wins: bool,
}

/// Solves the position, by the book or by search. `None` when that takes more than the meter has.
fn solved(
    position: &ConnectN<u64>,
    frame: Frame,
    meter: &mut Meter<'_>,
) -> Option<Found<Column>> {
    let mover = position.mover()?;
    let mut options = Vec::new();
    position.each_step(|column| {
        let mut next = position.clone();
        next.make(&column);
        options.push(Drop {
            column,
            board: board_of(&next, mover.other()),
            wins: next.verdict() == Some(Verdict::Win(mover)),
        });
    });
    // The middle first: most lines run through it.
    options.sort_by_key(|option| {
        (2 * u32::from(option.column.number()) + 1).abs_diff(frame.columns)
    });
    let in_book = frame == book::FRAME && board_of(position, mover).taken.count_ones() < book::CHIPS;
    let mut solver = None;
    let mut ranked: Vec<(i32, i32, Column)> = Vec::new();
    for option in &options {
        let full = option.board.taken.count_ones() as i32 == frame.count();
        let sign = if option.wins {
            1
        } else if full {
            0
        } else if let Some(sign) = in_book.then(|| book::sign(option.board)).flatten() {
            -sign
        } else {
            let solver = solver.get_or_insert_with(|| Solver::new(frame));
            -solver.sign(option.board, meter)?
        };
        ranked.push((sign, 0, option.column));
    }
    ranked.sort_by_key(|&(sign, _, _)| -sign);
    let best = ranked.first()?.0;
    // Among equal ones those that win soonest, or lose latest, as far as that is found out cheaply.
    if let Some(solver) = solver.as_mut() {
        let allowance = meter.left().min(3_000_000);
        meter.with_at_most(allowance, |meter| {
            for entry in ranked.iter_mut().filter(|entry| entry.0 == best && best != 0) {
                let Some(option) = options.iter().find(|option| option.column == entry.2) else {
                    continue;
                };
                let score = if option.wins {
                    Some(i32::MAX)
                } else {
                    solver.score(option.board, meter).map(|score| -score)
                };
                match score {
                    Some(score) => entry.1 = score,
                    None => return,
                }
            }
        });
        ranked.sort_by_key(|&(sign, score, _)| (-sign, -score));
    }
    let proven = |sign: i32| match sign {
        1 => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    };
    let candidates: Vec<_> = ranked
        .iter()
        .map(|&(sign, _, column)| Candidate {
            turn: vec![column],
            value: proven(sign).value(),
            proven: Some(proven(sign)),
            is_sure: true,
        })
        .collect();
    Some(Found {
        line: candidates.iter().take(1).map(|best| best.turn.clone()).collect(),
        proven: Some(proven(best)),
        candidates,
    })
}
