//! Both Antichesses: alpha-beta that searches compulsory captures to their end. Fewer men are better, a bare king wins; but
//! men are also what mates, and what a side without captures of its own may choose from.

use super::alpha_beta::{self, Judge};
use super::found::Found;
use super::meter::Meter;
use super::opponent::Opponent;
use crate::board::Seat;
use crate::games::SplitMix64;
use crate::games::antichess::{Antichess, Step};

/// What a man costs who has him, by figure: pawn, knight, bishop, rook, queen, king.
const COST: [i32; 6] = [100, 130, 120, 150, 160, 0];
/// What a move to choose from is worth.
const MOVE: i32 = 3;
/// What the right to move with nothing to be taken costs or brings: captures bind who must make them.
const BOUND: i32 = -20;

impl<const EN_CASTLE: bool> Opponent for Antichess<EN_CASTLE> {
    const NODES: [u64; 5] = [60, 600, 3_500, 30_000, 1_500_000];

    fn advice(&self) -> u64 {
        150_000
    }

    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Step>> {
        alpha_beta::search(self, &Men, meter, all, seed)
    }
}

struct Men;

impl<const EN_CASTLE: bool> Judge<Antichess<EN_CASTLE>> for Men {
    const SCALE: i32 = 300;

    fn key(&self, position: &Antichess<EN_CASTLE>) -> u64 {
        let mut key = 0;
        for word in position.identity() {
            key = SplitMix64::new(key ^ word).next();
        }
        key
    }

    fn judge(&self, position: &Antichess<EN_CASTLE>, seat: Seat) -> i32 {
        let mut score = 0;
        for (seats, sign) in [(seat.other(), 1), (seat, -1)] {
            let counts = position.counts(seats);
            let men: u32 = counts.iter().sum();
            for (count, cost) in counts.into_iter().zip(COST) {
                score += sign * count as i32 * cost;
            }
            // The last men are the hardest to lose; each that goes brings the end nearer.
            score -= sign
                * match men {
                    2 => 250,
                    3 => 150,
                    4 => 80,
                    _ => 0,
                };
        }
        let (moves, captures) = position.count_moves_and_captures();
        score + MOVE * (moves as i32).min(40) + if captures { BOUND } else { 0 }
    }

    fn order(&self, position: &Antichess<EN_CASTLE>, step: &Step) -> i32 {
        // To give a man away is better than to take one; where one must take, the least.
        let (moved, taken) = position.figures_of(*step);
        let cost = |figure: usize| COST.get(figure).copied().unwrap_or(0);
        taken.map_or(0, |figure| 50 - cost(figure)) + cost(moved) / 8
    }

    fn code(&self, step: &Step) -> u16 {
        step.code()
    }

    fn is_forced(&self, position: &Antichess<EN_CASTLE>) -> bool {
        position.count_moves_and_captures().1
    }
}
