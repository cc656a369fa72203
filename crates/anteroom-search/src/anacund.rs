//! Anacund: Monte Carlo tree search over placements.
//!
//! In the tree and in playouts, placements that capture come first, and those that give pieces away come last. The
//! solver searches the last two turns to the end.

use super::found::Found;
use super::mcts::{self, Policy};
use super::meter::Meter;
use super::opponent::Opponent;
use super::playable::Playable;
use anteroom_games::Position;
use anteroom_games::anacund::{Anacund, Placement};

/// A playout makes the best of this many random placements.
const DRAWN: usize = 3;

impl Opponent for Anacund {
    const NODES: [u64; 5] = [14, 80, 700, 6_000, 400_000];
    const MARGINS: [f64; 5] = [0.45, 0.06, 0.0, 0.0, 0.0];

    fn advice(&self) -> u64 {
        50_000
    }

    fn find(&self, meter: &mut Meter<'_>, _: bool, seed: u64) -> Option<Found<Placement>> {
        mcts::search(self, &Ring, meter, seed)
    }
}

struct Ring;

impl Policy<Anacund> for Ring {
    const EXPLORATION: f64 = 0.5;
    const LOOKS_AHEAD: bool = false;

    fn playout(&self, position: &mut Anacund, below: &mut impl FnMut(u64) -> u64) -> f64 {
        while position.mover().is_some() {
            let mut best: Option<(i32, Placement)> = None;
            for _ in 0..DRAWN {
                let Some(step) = position.random_step(below) else {
                    break;
                };
                let gain = position.gain(&step);
                if best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, step));
                }
            }
            let Some((_, step)) = best else { break };
            position.make(&step);
        }
        // A clear win counts a little more than a narrow one, because it leaves room for errors.
        let lead = f64::from(position.lead());
        let sign = if lead > 0.0 {
            1.0
        } else if lead < 0.0 {
            -1.0
        } else {
            0.0
        };
        0.5 + 0.42 * sign + 0.002 * lead
    }

    fn bias(&self, position: &Anacund, step: &Placement) -> f32 {
        (position.gain(step) as f32 * 0.06).clamp(-0.4, 0.4)
    }
}
