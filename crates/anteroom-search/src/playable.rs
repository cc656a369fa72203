//! The rules as a search needs them, for positions of known types and for positions as texts.

use std::fmt::Display;

use anteroom_board::Seat;
use anteroom_games::{AnyPosition, Position, Verdict};

/// The rules as a search uses them: steps, seats and results.
pub(super) trait Playable: Clone {
    /// The smallest part of a turn.
    type Step: Clone + PartialEq + Display;

    /// Returns the seat to move; `None` if the game is over.
    fn mover(&self) -> Option<Seat>;

    /// Returns the result; `None` while the game goes on.
    fn verdict(&self) -> Option<Verdict>;

    /// Whether a turn has begun and is not complete.
    fn is_mid_turn(&self) -> bool;

    /// Calls `visit` with every legal next step.
    fn each_step(&self, visit: impl FnMut(Self::Step));

    /// Makes a legal step.
    fn make(&mut self, step: &Self::Step);

    /// Makes *n* random steps, or fewer if the game ends.
    fn run_on(&mut self, most: u64, below: &mut impl FnMut(u64) -> u64);
}

impl<P: Position> Playable for P {
    type Step = P::Step;

    #[inline]
    fn mover(&self) -> Option<Seat> {
        self.to_move()
    }

    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        // An outcome has a reason and points, which cost more than the test for the end of the game.
        if self.to_move().is_some() {
            return None;
        }
        self.outcome().map(|outcome| outcome.verdict)
    }

    #[inline]
    fn is_mid_turn(&self) -> bool {
        !self.turn().is_empty()
    }

    #[inline]
    fn each_step(&self, visit: impl FnMut(P::Step)) {
        self.for_each_step(visit);
    }

    #[inline]
    fn make(&mut self, step: &P::Step) {
        self.play_unchecked(step, &mut ());
    }

    #[inline]
    fn run_on(&mut self, most: u64, below: &mut impl FnMut(u64) -> u64) {
        self.play_on(most, below);
    }
}

/// A position of a game without an engine of its own, accessed by texts: slower, but complete.
#[derive(Clone)]
pub(super) struct Spoken(pub AnyPosition);

impl Playable for Spoken {
    type Step = String;

    fn mover(&self) -> Option<Seat> {
        self.0.to_move()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.0.outcome().map(|outcome| outcome.verdict)
    }

    fn is_mid_turn(&self) -> bool {
        !self.0.turn().is_empty()
    }

    fn each_step(&self, mut visit: impl FnMut(String)) {
        for step in self.0.steps() {
            visit(step);
        }
    }

    fn make(&mut self, step: &String) {
        if let Err(illegal) = self.0.play(step) {
            debug_assert!(false, "{step} was listed: {illegal}");
        }
    }

    fn run_on(&mut self, most: u64, below: &mut impl FnMut(u64) -> u64) {
        for _ in 0..most {
            let steps = self.0.steps();
            let number = below(steps.len().max(1) as u64) as usize;
            let Some(step) = steps.get(number) else {
                return;
            };
            self.make(step);
        }
    }
}
