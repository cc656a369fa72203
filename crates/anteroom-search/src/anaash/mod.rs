//! анааш: alpha-beta where few stacks are left, Monte Carlo tree search before. A stack is worth more than its checkers are
//! apart: it can take what they cannot, and only one at least as high can take it. What falls is decided by who takes last on a square.

mod board;
mod playout;

use std::cell::RefCell;

use self::board::Board;
use self::playout::{Made, Playout};
use crate::alpha_beta::{self, Judge};
use crate::found::Found;
use crate::level::Level;
use crate::mcts::{self, Policy};
use crate::meter::Meter;
use crate::opponent::Opponent;
use crate::playable::Playable;
use anteroom_games::board::Seat;
use anteroom_games::games::Position;
use anteroom_games::games::anaash::{Anaash, Beside, Step, StepKind};

/// With this many stacks or fewer alpha-beta sees far enough.
const FEW: u32 = 24;
/// The squares of the smallest board, on which every position is solved: the start with at most 41 million nodes, what comes after
/// the first step with at most 12 million.
const SMALLEST: u32 = 16;
/// How many nodes Master may spend there.
const TO_SOLVE: u64 = 60_000_000;
/// How many playouts each level makes: one costs as much as several nodes of alpha-beta.
const PLAYOUTS: [u64; 5] = [600, 2_000, 9_000, 60_000, 120_000];

/// What a stack of each height is worth.
const HEIGHTS: [i32; 6] = [0, 100, 230, 370, 500, 620];
/// What each checker more is worth in a stack beyond these.
const MORE: i32 = 100;
/// What it is worth that one's tallest stack is taller than the other's, by each checker up to four.
const TALLER: i32 = 60;
/// How much of what a capture gains counts, in hundredths: of the best one and of the others, for who is to move and for the
/// other seat, which loses what is moved away from it.
const MY_BEST: i32 = 90;
const MY_OTHERS: i32 = 20;
const THEIR_BEST: i32 = 50;
const THEIR_OTHERS: i32 = 20;
/// How much gain counts, before a capture was tried, as much as the whole way from a loss to a win.
const BIAS: f32 = 2_000.0;
/// The most that a capture's gain moves what is expected of it.
const MOST_BIAS: f32 = 0.3;

impl Opponent for Anaash {
    const NODES: [u64; 5] = [450, 1_500, 9_000, 120_000, 3_000_000];
    // More nodes alone tell less and less here.
    const MARGINS: [f64; 5] = [0.14, 0.05, 0.03, 0.03, 0.0];

    fn nodes(&self, level: Level) -> u64 {
        if level == Level::Master && self.squares().count_ones() == SMALLEST {
            TO_SOLVE
        } else if self.stacks() <= FEW {
            Self::NODES[level as usize]
        } else {
            PLAYOUTS[level as usize]
        }
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Step>> {
        // Few stacks are searched to the end; many are too many for it, and playouts tell more.
        let board = Board::of(self, self.to_move()?);
        // A playout has nothing to say of what is certain already.
        if self.stacks() <= FEW || board.certain_winner().is_some() {
            alpha_beta::search(&board, &Stacks, meter, all, seed)
        } else {
            mcts::search(&board, &Playouts::default(), meter, seed)
        }
    }
}

/// Playouts to the end, and what either seat did in the last of them.
#[derive(Default)]
struct Playouts {
    made: RefCell<Made>,
}

impl Policy<Board> for Playouts {
    const EXPLORATION: f64 = 0.3;
    // While there are many stacks nobody wins with one step.
    const LOOKS_AHEAD: bool = false;
    // What is done in one part of the board is as good a while later: the rest seldom touches it.
    const RAVE: f64 = 300.0;

    fn playout(&self, board: &mut Board, below: &mut impl FnMut(u64) -> u64) -> f64 {
        let Some(mover) = board.mover() else {
            return 0.5;
        };
        let mut playout = Playout::of(board, mover);
        let value = playout.play(below);
        self.made.replace(playout.made());
        value
    }

    fn was_made(&self, _: &Board, seat: Seat, step: &Step) -> bool {
        let code = usize::from(step.code());
        self.made.borrow()[seat.index()][code >> 6 & 7] >> (code & 63) & 1 == 1
    }

    fn bias(&self, board: &Board, step: &Step) -> f32 {
        if step.kind != StepKind::Capturing {
            return 0.0;
        }
        (gain(board, step) as f32 / BIAS).clamp(-MOST_BIAS, MOST_BIAS)
    }
}

/// Judges positions by their stacks.
struct Stacks;

fn worth(height: u8) -> i32 {
    let height = usize::from(height);
    match HEIGHTS.get(height) {
        Some(&worth) => worth,
        None => HEIGHTS[5] + MORE * (height as i32 - 5),
    }
}

/// What it gains to take a stack of this height, when both go on taking on its square while that pays (static exchange
/// evaluation: Reul 2010). Only what is at least as high can take.
fn exchange(height: u8, takers: &Beside, keepers: &Beside) -> i32 {
    let mut best = 0;
    for (at, &taker) in takers.heights().iter().enumerate() {
        if taker < height {
            continue;
        }
        let lost = exchange(taker, keepers, &takers.without(at));
        best = best.max(worth(height) - lost);
        if lost == 0 {
            break;
        }
    }
    best
}

/// What the other seat gains by taking a stack of this seat with that height on a square, when both go on taking there while
/// that pays. One stack beside it does not count: the one that has moved there.
#[inline]
fn risk(board: &Board, at: u8, owner: Seat, height: u8, but: u8) -> i32 {
    // Nearly always nothing can take, or nothing can take back.
    let taker = board.lowest_taker(at, owner.other(), height, but);
    if taker == 0 {
        return 0;
    }
    if board.lowest_taker(at, owner, taker, but) == 0 {
        return worth(height);
    }
    let beside = board.beside(at, but);
    exchange(
        height,
        &beside[owner.other().index()],
        &beside[owner.index()],
    )
}

/// No square.
const NONE: u8 = 127;

/// What a capture gains, when both go on taking on that square while that pays; less than 0 when it loses.
#[inline]
fn gain(board: &Board, step: &Step) -> i32 {
    let (from, to) = (step.from.number(), step.to.number());
    let cell = board.cell(from);
    let owner = if cell > 0 { Seat::First } else { Seat::Second };
    worth(board.cell(to).unsigned_abs()) - risk(board, to, owner, cell.unsigned_abs(), from)
}

impl Judge<Board> for Stacks {
    const SCALE: i32 = 400;
    const GROWS: bool = true;

    fn key(&self, board: &Board) -> u64 {
        board.key()
    }

    fn winner(&self, board: &Board) -> Option<Seat> {
        board.certain_winner()
    }

    fn judge(&self, board: &Board, seat: Seat) -> i32 {
        let (own, other) = (seat.index(), seat.other().index());
        let mut score = board.worth_of(seat) - board.worth_of(seat.other());
        // What either seat gains by its best capture, and by all of them.
        let (mut best, mut all) = ([0; 2], [0; 2]);
        board.each_in_contact(|at, owner, height| {
            let gain = risk(board, at, owner, height, NONE);
            let taker = owner.other().index();
            best[taker] = best[taker].max(gain);
            all[taker] += gain;
        });
        score += (MY_BEST * best[own] + MY_OTHERS * (all[own] - best[own])
            - THEIR_BEST * best[other]
            - THEIR_OTHERS * (all[other] - best[other]))
            / 100;
        // What nothing can take takes everything in the end.
        let taller = i32::from(board.tallest_of(seat)) - i32::from(board.tallest_of(seat.other()));
        score + TALLER * taller.clamp(-4, 4)
    }

    fn order(&self, board: &Board, step: &Step) -> i32 {
        let from = board.cell(step.from.number()).unsigned_abs();
        match step.kind {
            StepKind::Capturing => match gain(board, step) {
                gain if gain >= 0 => 20_000 + gain * 8 - worth(from),
                loss => 2 * loss,
            },
            StepKind::Stacking => i32::from(from + board.cell(step.to.number()).unsigned_abs()),
            StepKind::Positional => 0,
        }
    }

    fn code(&self, step: &Step) -> u16 {
        step.code()
    }
}
