//! анааш: alpha-beta for few stacks, Monte Carlo tree search before.
//!
//! A stack is worth more than its checkers separately: it can take stacks that they cannot take, and only stacks at
//! least as high can take it. The last capture on a square decides an exchange.

mod board;
mod playout;

use std::cell::RefCell;

use self::board::Board;
use self::playout::{Made, Playout};
use crate::alpha_beta::{self, Judge};
use crate::found::Found;
use crate::mcts::{self, Policy};
use crate::meter::Meter;
use crate::opponent::Opponent;
use crate::playable::Playable;
use anteroom_board::{Level, Seat};
use anteroom_games::Position;
use anteroom_games::anaash::{Anaash, Beside, Step, StepKind};

/// The most stacks for which alpha-beta looks far enough ahead.
const FEW: u32 = 24;
/// The size of the smallest board, on which every position is solved.
/// The start takes at most 41 million nodes, a position after the first step at most 12 million.
const SMALLEST: u32 = 16;
/// The most nodes of Master on the smallest board.
const TO_SOLVE: u64 = 60_000_000;
/// Number of playouts by level. A playout costs as much as several nodes of alpha-beta.
const PLAYOUTS: [u64; 5] = [600, 2_000, 9_000, 60_000, 120_000];

/// The value of a stack by its height.
const HEIGHTS: [i32; 6] = [0, 100, 230, 370, 500, 620];
/// The value of each further checker in a higher stack.
const MORE: i32 = 100;
/// The value of each checker, up to four, by which one seat's tallest stack exceeds the other's.
const TALLER: i32 = 60;
/// The weight of a capture's gain in hundredths.
/// The weights differ for the best capture and the others, and for the seat to move and the other seat, which loses
/// captures of stacks that move away.
const MY_BEST: i32 = 90;
const MY_OTHERS: i32 = 20;
const THEIR_BEST: i32 = 50;
const THEIR_OTHERS: i32 = 20;
/// The gain of an untried capture that counts as much as the difference between a loss and a win.
const BIAS: f32 = 2_000.0;
/// The largest bias of a capture's gain.
const MOST_BIAS: f32 = 0.3;

impl Opponent for Anaash {
    const NODES: [u64; 5] = [450, 1_500, 9_000, 120_000, 3_000_000];
    // More nodes alone improve play less and less here.
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
        // Few stacks are searched to the end. Many are too many for that, and playouts are better.
        let board = Board::of(self, self.to_move()?);
        // Playouts are useless if the result is already certain.
        if self.stacks() <= FEW || board.certain_winner().is_some() {
            alpha_beta::search(&board, &Stacks, meter, all, seed)
        } else {
            mcts::search(&board, &Playouts::default(), meter, seed)
        }
    }
}

#[derive(Default)]
struct Playouts {
    made: RefCell<Made>,
}

impl Policy<Board> for Playouts {
    const EXPLORATION: f64 = 0.3;
    // With many stacks no single step wins.
    const LOOKS_AHEAD: bool = false;
    // A step in one part of the board keeps its value for a while, because other parts seldom affect it.
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

/// The evaluation of positions by their stacks.
struct Stacks;

fn worth(height: u8) -> i32 {
    let height = usize::from(height);
    match HEIGHTS.get(height) {
        Some(&worth) => worth,
        None => HEIGHTS[5] + MORE * (height as i32 - 5),
    }
}

/// Returns the gain of taking a stack of this height if both seats go on taking while it pays.
/// This is static exchange evaluation (Reul 2010). Only stacks at least as high can take.
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

/// Returns the other seat's gain by taking a stack of `height`, if both go on while it pays.
/// The stack on `but` does not count: it is the one that has moved there.
#[inline]
fn risk(board: &Board, at: u8, owner: Seat, height: u8, but: u8) -> i32 {
    // Usually no stack can take, or no stack can take back.
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

const NONE: u8 = 127;

/// Returns a capture's gain if both go on taking on its square while it pays; may be negative.
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
        // Each seat's gain by its best capture, and by all of them.
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
        // A stack that no other can take takes all others in the end.
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
