//! Both Antichesses: alpha-beta that searches compulsory captures to their end.
//!
//! Fewer men are better, and a bare king wins. But men also give mate, cover the king, and provide moves to choose
//! from for a side without captures.

use super::alpha_beta::{self, Judge};
use super::found::Found;
use super::meter::Meter;
use super::opponent::Opponent;
use anteroom_board::Seat;
use anteroom_games::SplitMix64;
use anteroom_games::antichess::{Antichess, Step};

/// The cost of a man to its owner, by figure: pawn, knight, bishop, rook, queen, king.
const COST: [i32; 6] = [100, 130, 120, 150, 160, 0];
/// The value of each legal move.
const MOVE: i32 = 3;
/// The value of the right to move without a capture; compulsory captures are a burden.
const BOUND: i32 = -20;

/// The number of men, both kings included, from which on a position is an endgame.
/// Kings with little cover are mated then, and a side makes no progress without new queens.
const ENDGAME: u32 = 8;
/// The value of each rank that a pawn has advanced, in an endgame.
const RANK: i32 = 12;
/// The extra value of a queen in an endgame, and twice that of a rook.
/// A pawn on the seventh rank is worth less.
const QUEEN: i32 = 150;

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
        let [own, other] = [seat, seat.other()].map(|seat| position.counts(seat));
        let endgame = own.iter().chain(&other).sum::<u32>() <= ENDGAME;
        let cost = |seat: Seat, counts: [u32; 6]| {
            // The last men are the hardest to lose. A side with only one or two men beside the king is mated more
            // often than it loses them.
            let mut cost = match counts.iter().sum() {
                2_u32 => 400,
                3 => 150,
                _ => 0,
            };
            for (count, each) in counts.into_iter().zip(COST) {
                cost += count as i32 * each;
            }
            if endgame {
                let [_, _, _, rooks, queens, _] = counts.map(|count| count as i32);
                cost -= RANK * position.advance_of_pawns(seat) as i32;
                cost -= QUEEN * queens + QUEEN / 2 * rooks;
            }
            cost
        };
        let score = cost(seat.other(), other) - cost(seat, own);
        let (moves, captures) = position.count_moves_and_captures();
        score + MOVE * (moves as i32).min(40) + if captures { BOUND } else { 0 }
    }

    fn order(&self, position: &Antichess<EN_CASTLE>, step: &Step) -> i32 {
        // Giving a man away is better than capturing one. A compulsory capture should take the least.
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

#[cfg(test)]
mod tests {
    use super::*;
    use anteroom_games::{Notation, Position};

    fn judged(text: &str) -> i32 {
        let position = Antichess::<false>::read(&(), text).unwrap();
        Men.judge(&position, position.to_move().unwrap())
    }

    #[test]
    fn both_seats_are_judged_alike() {
        for (white, black) in [
            (
                "8/6P1/3k4/7K/8/3p4/8/8 w - - 0 1",
                "8/8/3P4/8/7k/3K4/6p1/8 b - - 0 1",
            ),
            (
                "4k3/pppp4/8/8/8/8/PPP4P/R3K3 w - - 0 1",
                "r3k3/ppp4p/8/8/8/8/PPPP4/4K3 b - - 0 1",
            ),
        ] {
            assert_eq!(judged(white), judged(black), "{white}");
        }
    }

    #[test]
    fn a_pawn_far_ahead_and_a_new_queen_are_progress() {
        let [begun, ahead, queen] = [
            "8/8/3k4/7K/8/8/6P1/3n4",
            "8/6P1/3k4/7K/8/8/8/3n4",
            "6Q1/8/3k4/7K/8/8/8/3n4",
        ]
        .map(|board| judged(&format!("{board} w - - 0 1")));
        assert!(begun < ahead && ahead < queen, "{begun} {ahead} {queen}");
    }
}
