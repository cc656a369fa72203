//! анааш: alpha-beta. A stack is worth more than its checkers are apart: it can take what they cannot, and only a higher one
//! can take it; how many stacks can take another next decides what falls.

use super::alpha_beta::{self, Judge};
use super::found::Found;
use super::level::Level;
use super::mcts::{self, Policy};
use super::meter::Meter;
use super::opponent::Opponent;
use super::playable::Playable;
use crate::board::Seat;
use crate::games::Position;
use crate::games::anaash::{Anaash, Step, StepKind};

/// With this many stacks or fewer alpha-beta sees far enough.
const FEW: u32 = 24;
/// How many playouts a level makes at most: one costs as much as several nodes of alpha-beta.
const MOST_PLAYOUTS: u64 = 350_000;
/// How many steps a playout makes before it is judged.
const STEPS: usize = 6;
/// Of how many random steps it makes the likeliest.
const DRAWN: usize = 4;

/// What a stack of each height is worth.
const HEIGHTS: [i32; 6] = [0, 100, 230, 370, 500, 620];
/// What it is worth that one's tallest stack is taller than the other's, by each checker up to four.
const TALLER: i32 = 60;
/// What each checker more is worth in a stack beyond these.
const MORE: i32 = 100;

impl Anaash {
    fn has_few_stacks(&self) -> bool {
        let mut stacks = 0;
        self.each_stack(|_, _, _| stacks += 1);
        stacks <= FEW
    }
}

impl Opponent for Anaash {
    const NODES: [u64; 5] = [150, 1_200, 8_000, 120_000, 1_000_000];

    fn nodes(&self, level: Level) -> u64 {
        let nodes = Self::NODES[level as usize];
        if self.has_few_stacks() {
            nodes
        } else {
            nodes.min(MOST_PLAYOUTS)
        }
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Step>> {
        // Few stacks are searched to the end; many are too many for it, and playouts tell more.
        if self.has_few_stacks() {
            alpha_beta::search(self, &Stacks, meter, all, seed)
        } else {
            mcts::search(self, &Stacks, meter, seed)
        }
    }
}

impl Policy<Anaash> for Stacks {
    const EXPLORATION: f64 = 0.3;

    /// A few steps, captures rather than others, and a judgement of what is left.
    fn playout(&self, position: &mut Anaash, below: &mut impl FnMut(u64) -> u64) -> f64 {
        for _ in 0..STEPS {
            let mut best: Option<(i32, Step)> = None;
            for _ in 0..DRAWN {
                let Some(step) = position.random_step(below) else {
                    break;
                };
                let rank = self.order(position, &step);
                if best.is_none_or(|(most, _)| rank > most) {
                    best = Some((rank, step));
                }
            }
            let Some((_, step)) = best else { break };
            position.make(&step);
        }
        match position.mover() {
            None => position
                .verdict()
                .map_or(0.5, |verdict| mcts::value_of(verdict, Seat::First)),
            Some(_) => {
                let lead = f64::from(self.judge(position, Seat::First));
                0.5 + 0.5 * lead / (lead.abs() + 500.0)
            }
        }
    }

    fn bias(&self, position: &Anaash, step: &Step) -> f32 {
        let (_, to) = position.heights_of(step);
        match step.kind {
            StepKind::Capturing => 0.05 + 0.03 * f32::from(to.min(8)),
            StepKind::Stacking | StepKind::Positional => 0.0,
        }
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
        let mut tallest = [0_u8; 2];
        position.each_stack(|owner, height, enemies| {
            let sign = if owner == seat { 1 } else { -1 };
            let own = worth(height);
            score += sign * own;
            let most = &mut tallest[owner.index()];
            *most = (*most).max(height);
            // Of two stacks side by side the higher one threatens the other; of equal ones, who is to move takes first.
            for enemy in enemies.into_iter().flatten() {
                if height > enemy {
                    score += sign * worth(enemy) / 6;
                } else if height == enemy && owner == seat {
                    score += worth(enemy) / 8;
                }
            }
        });
        // What nothing can take takes everything in the end.
        let [own, other] = [seat, seat.other()].map(|seat| i32::from(tallest[seat.index()]));
        score + TALLER * (own - other).clamp(-4, 4)
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
