//! Anache: Monte Carlo tree search over steps with an evaluation instead of playouts.
//!
//! Random games take hundreds of turns and tell little. The evaluation counts pieces, dragons and the distance to the
//! corners.

use super::found::Found;
use super::mcts::{self, Policy};
use super::meter::Meter;
use super::opponent::Opponent;
use super::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::Position;
use anteroom_games::anache::{Anache, Step};

/// The most random steps before a position is evaluated. The last turn is then finished.
const RANDOM_STEPS: usize = 1;

impl Opponent for Anache {
    const NODES: [u64; 5] = [100, 500, 2_000, 10_000, 50_000];
    // More nodes alone improve play little here.
    const MARGINS: [f64; 5] = [0.12, 0.115, 0.05, 0.02, 0.0];

    fn advice(&self) -> u64 {
        12_000
    }

    fn find(&self, meter: &mut Meter<'_>, _: bool, seed: u64) -> Option<Found<Step>> {
        mcts::search(self, &Groups, meter, seed)
    }
}

struct Groups;

impl Groups {
    /// Returns the value of a seat's standing; a piece counts 100.
    fn worth(position: &Anache, seat: Seat) -> i32 {
        let standing = position.standing(seat);
        let pieces = standing.pieces as i32;
        let near = |steps: u32| 12 * (8 - steps.min(8) as i32) + if steps <= 2 { 30 } else { 0 };
        let [left, right] = standing.to_corners;
        100 * pieces
            + 350 * standing.dragons.min(1) as i32
            + 2 * standing.ranks as i32
            + near(left)
            + near(right)
    }
}

impl Policy<Anache> for Groups {
    const EXPLORATION: f64 = 0.25;
    const LOOKS_AHEAD: bool = false;

    fn playout(&self, position: &mut Anache, below: &mut impl FnMut(u64) -> u64) -> f64 {
        for _ in 0..RANDOM_STEPS {
            let Some(step) = position.random_step(below) else {
                break;
            };
            position.make(&step);
        }
        if let Some(verdict) = position.verdict() {
            return mcts::value_of(verdict, Seat::First);
        }
        let lead =
            f64::from(Self::worth(position, Seat::First) - Self::worth(position, Seat::Second));
        0.5 + 0.48 * lead / (lead.abs() + 500.0)
    }

    fn bias(&self, position: &Anache, step: &Step) -> f32 {
        let [captures, dragons] = position.gains(step);
        (0.05 * captures as f32).min(0.3) + 0.25 * dragons as f32
    }
}
