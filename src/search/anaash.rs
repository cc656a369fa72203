//! анааш: alpha-beta. A stack is worth more than its checkers are apart: it can take what they cannot, and only a higher one
//! can take it; how many stacks can take another next decides what falls.

use super::alpha_beta::{self, Judge};
use super::found::Found;
use super::meter::Meter;
use super::opponent::Opponent;
use crate::board::Seat;
use crate::games::anaash::{Anaash, Step, StepKind};

/// What a stack of each height is worth.
const HEIGHTS: [i32; 6] = [0, 100, 230, 370, 500, 620];
/// What each checker more is worth in a stack beyond these.
const MORE: i32 = 100;

impl Opponent for Anaash {
    const NODES: [u64; 5] = [150, 1_500, 12_000, 120_000, 1_000_000];

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Step>> {
        alpha_beta::search(self, &Stacks, meter, all, seed)
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

impl Judge<Anaash> for Stacks {
    const SCALE: i32 = 400;

    fn key(&self, position: &Anaash) -> u64 {
        position.key()
    }

    fn judge(&self, position: &Anaash, seat: Seat) -> i32 {
        let mut score = 0;
        position.each_stack(|owner, height, enemies| {
            let sign = if owner == seat { 1 } else { -1 };
            let own = worth(height);
            score += sign * own;
            // Of two stacks side by side the higher one threatens the other; of equal ones, who is to move takes first.
            for enemy in enemies.into_iter().flatten() {
                if height > enemy {
                    score += sign * worth(enemy) / 6;
                } else if height == enemy && owner == seat {
                    score += worth(enemy) / 8;
                }
            }
        });
        score
    }

    fn order(&self, position: &Anaash, step: &Step) -> i32 {
        let (from, to) = position.heights_of(step);
        match step.kind {
            StepKind::Capturing => 20_000 + worth(to) * 8 - worth(from),
            StepKind::Stacking => i32::from(from + to),
            StepKind::Positional => 0,
        }
    }

    fn code(&self, step: &Step) -> u16 {
        step.code()
    }
}
