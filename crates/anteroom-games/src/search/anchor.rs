//! Anchor: Monte Carlo tree search with RAVE. Nothing is ever taken off before the end, so the last position of a playout
//! tells which cells either seat has taken, and a random playout to a full board costs next to nothing.

use super::found::Found;
use super::mcts::{self, Policy};
use super::meter::Meter;
use super::opponent::Opponent;
use crate::board::Seat;
use crate::games::anchor::{Anchor, Step};

/// To pass while this many cells are empty is hardly ever good.
const MANY_EMPTY: u32 = 8;

impl Opponent for Anchor {
    const NODES: [u64; 5] = [100, 350, 1_300, 13_000, 160_000];

    fn advice(&self) -> u64 {
        40_000
    }

    fn find(&self, meter: &mut Meter<'_>, _: bool, seed: u64) -> Option<Found<Step>> {
        mcts::search(self, &Stones, meter, seed)
    }
}

struct Stones;

impl Policy<Anchor> for Stones {
    const EXPLORATION: f64 = 0.15;
    const LOOKS_AHEAD: bool = false;
    const RAVE: f64 = 1_500.0;

    fn bias(&self, position: &Anchor, step: &Step) -> f32 {
        match step {
            Step::Pass if position.count_empty() > MANY_EMPTY => -0.5,
            _ => 0.0,
        }
    }

    fn was_made(&self, end: &Anchor, seat: Seat, step: &Step) -> bool {
        end.has_dropped(seat, step)
    }
}
