//! Anchor: Monte Carlo tree search with RAVE, and playouts that keep connected stones together.
//!
//! No stone leaves the board before the end, so the last position of a playout shows each seat's drops.

mod playout;

use self::playout::Playout;
use crate::found::{Candidate, Found, Proven};
use crate::mcts::{self, Policy};
use crate::meter::Meter;
use crate::opponent::Opponent;
use crate::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::SplitMix64;
use anteroom_games::anchor::{Anchor, Step};

/// The number of empty cells above which a pass is hardly ever good.
const MANY_EMPTY: u32 = 8;

/// The number of playouts by either seat, all with the current result, that decide a game.
const ALIKE: u32 = 200;
/// The most empty cells of a decided game: half of the board.
/// Playouts with handicap stones are one-sided at first.
const MOST_EMPTY: u32 = 84;

impl Opponent for Anchor {
    const NODES: [u64; 5] = [100, 220, 800, 8_000, 160_000];

    fn advice(&self) -> u64 {
        40_000
    }

    fn closing_step(&self, seed: u64) -> Option<(Step, f64)> {
        if self.is_before_the_choice() || self.count_empty() > MOST_EMPTY {
            return None;
        }
        let mover = self.mover()?;
        let mut numbers = SplitMix64::new(seed);
        let mut ended = self.clone();
        ended.end_with(self.stones());
        let result = ended.verdict()?;
        let mut passed = self.clone();
        passed.make(&Step::Pass);
        for from in [self, &passed] {
            for _ in 0..ALIKE {
                let mut end = from.clone();
                Stones.playout(&mut end, &mut |n| numbers.below(n));
                if end.verdict() != Some(result) {
                    return None;
                }
            }
        }
        Some((Step::Pass, mcts::value_of(result, mover)))
    }

    fn find(&self, meter: &mut Meter<'_>, _: bool, seed: u64) -> Option<Found<Step>> {
        if self.is_before_the_first_stone() {
            find_first_stone(self, meter, seed)
        } else if self.may_swap() {
            find_with_swap(self, meter, seed).map(|(found, _)| found)
        } else {
            mcts::search(self, &Stones, meter, seed)
        }
    }
}

/// Number of first stones that are compared.
const FIRST_STONES: usize = 8;

/// Finds a first stone that leaves both sides equally good: the other seat takes the better one.
/// A few random candidates are searched, with equal numbers of nodes.
fn find_first_stone(position: &Anchor, meter: &mut Meter<'_>, seed: u64) -> Option<Found<Step>> {
    let mut cells: Vec<Step> = Vec::new();
    position.each_step(|step| cells.push(step));
    let mut numbers = SplitMix64::new(seed);
    let share = (meter.left() / FIRST_STONES as u64).max(1);
    let mut found: Option<Found<Step>> = None;
    for _ in 0..FIRST_STONES.min(cells.len()) {
        let stone = cells.swap_remove(numbers.below(cells.len() as u64) as usize);
        let mut dropped = position.clone();
        dropped.make(&stone);
        let (next, value) = meter.with_at_most(share, |meter| {
            find_with_swap(&dropped, meter, numbers.next())
        })?;
        let candidate = Candidate {
            turn: vec![stone],
            value: 1.0 - value,
            proven: next.proven.map(Proven::for_the_other),
            is_sure: true,
        };
        let all = found.get_or_insert_with(|| Found {
            candidates: Vec::new(),
            line: Vec::new(),
            proven: None,
        });
        let place = all
            .candidates
            .partition_point(|other| other.value >= candidate.value);
        if place == 0 {
            all.line = std::iter::once(candidate.turn.clone())
                .chain(next.line)
                .collect();
        }
        all.candidates.insert(place, candidate);
    }
    found
}

/// Searches once for both decisions of the swap, and returns the value of the better side too.
/// White is to move whether Black is taken or not, and with the same stones. So the value for White is good for a
/// player who stays White and bad for a player who takes Black.
fn find_with_swap(
    position: &Anchor,
    meter: &mut Meter<'_>,
    seed: u64,
) -> Option<(Found<Step>, f64)> {
    let mut swapped = position.clone();
    swapped.make(&Step::Swap);
    let (mut found, white) = mcts::search_and_sum_up(&swapped, &Stones, meter, seed)?;
    let proven = found.proven.map(Proven::for_the_other);
    let swap = Candidate {
        turn: vec![Step::Swap],
        value: 1.0 - white,
        proven,
        is_sure: true,
    };
    if white < 0.5 {
        found.line.insert(0, swap.turn.clone());
        found.candidates.insert(0, swap);
        found.proven = proven;
    } else {
        let second = found.candidates.len().min(1);
        found.candidates.insert(second, swap);
    }
    Some((found, white.max(1.0 - white)))
}

struct Stones;

impl Policy<Anchor> for Stones {
    const EXPLORATION: f64 = 0.15;
    const LOOKS_AHEAD: bool = false;
    const RAVE: f64 = 1_500.0;

    fn playout(&self, position: &mut Anchor, below: &mut impl FnMut(u64) -> u64) -> f64 {
        // The first stone and the choice of colour: at most two steps.
        while position.is_before_the_choice() {
            position.run_on(1, below);
        }
        let mut playout = Playout::of(position);
        playout.play(below);
        position.end_with(playout.stones());
        position
            .verdict()
            .map_or(0.5, |verdict| mcts::value_of(verdict, Seat::First))
    }

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
