//! анааш: alpha-beta where few stacks are left, Monte Carlo tree search before. A stack is worth more than its checkers are
//! apart: it can take what they cannot, and only one at least as high can take it. What falls is decided by who takes last on a square.

use super::alpha_beta::{self, Judge};
use super::found::Found;
use super::level::Level;
use super::mcts::{self, Policy};
use super::meter::Meter;
use super::opponent::Opponent;
use crate::board::Seat;
use crate::games::anaash::{Anaash, Beside, Step, StepKind};

/// With this many stacks or fewer alpha-beta sees far enough.
const FEW: u32 = 24;
/// How many playouts each level makes: one costs as much as several nodes of alpha-beta.
const PLAYOUTS: [u64; 5] = [400, 2_000, 8_000, 60_000, 200_000];

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
    const NODES: [u64; 5] = [300, 1_500, 8_000, 120_000, 1_000_000];

    fn nodes(&self, level: Level) -> u64 {
        if self.stacks() <= FEW {
            Self::NODES[level as usize]
        } else {
            PLAYOUTS[level as usize]
        }
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Step>> {
        // Few stacks are searched to the end; many are too many for it, and playouts tell more.
        if self.stacks() <= FEW {
            alpha_beta::search(self, &Stacks, meter, all, seed)
        } else {
            mcts::search(self, &Stacks, meter, seed)
        }
    }
}

impl Policy<Anaash> for Stacks {
    const EXPLORATION: f64 = 0.3;
    // While there are many stacks nobody wins with one step.
    const LOOKS_AHEAD: bool = false;

    fn bias(&self, position: &Anaash, step: &Step) -> f32 {
        if step.kind != StepKind::Capturing {
            return 0.0;
        }
        (gain(position, step) as f32 / BIAS).clamp(-MOST_BIAS, MOST_BIAS)
    }
}

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

/// What a capture gains, when both go on taking on that square while that pays; less than 0 when it loses.
fn gain(position: &Anaash, step: &Step) -> i32 {
    let (from, to) = position.heights_of(step);
    let (friends, enemies) = position.beside_capture(step);
    worth(to) - exchange(from, &enemies, &friends)
}

impl Judge<Anaash> for Stacks {
    const SCALE: i32 = 400;

    fn key(&self, position: &Anaash) -> u64 {
        position.key()
    }

    fn judge(&self, position: &Anaash, seat: Seat) -> i32 {
        let mut score = 0;
        let mut tallest = [0_u8; 2];
        // What either seat gains by its best capture, and by all of them.
        let (mut best, mut all) = ([0; 2], [0; 2]);
        position.each_stack(|owner, height, friends, enemies| {
            let sign = if owner == seat { 1 } else { -1 };
            score += sign * worth(height);
            let most = &mut tallest[owner.index()];
            *most = (*most).max(height);
            let gain = exchange(height, &enemies, &friends);
            let taker = owner.other().index();
            best[taker] = best[taker].max(gain);
            all[taker] += gain;
        });
        let (own, other) = (seat.index(), seat.other().index());
        score += (MY_BEST * best[own] + MY_OTHERS * (all[own] - best[own])
            - THEIR_BEST * best[other]
            - THEIR_OTHERS * (all[other] - best[other]))
            / 100;
        // What nothing can take takes everything in the end.
        score + TALLER * (i32::from(tallest[own]) - i32::from(tallest[other])).clamp(-4, 4)
    }

    fn order(&self, position: &Anaash, step: &Step) -> i32 {
        let (from, to) = position.heights_of(step);
        match step.kind {
            StepKind::Capturing => match gain(position, step) {
                gain if gain >= 0 => 20_000 + gain * 8 - worth(from),
                loss => 2 * loss,
            },
            StepKind::Stacking => i32::from(from + to),
            StepKind::Positional => 0,
        }
    }

    fn code(&self, step: &Step) -> u16 {
        step.code()
    }
}
