//! What a person is shown of their mistakes in a match.

use crate::features::play::model::view::BoardView;
use crate::features::study::model::analysis::{Chance, TurningPoint};
use crate::kernel::View;

/// A player's own turn that lost much.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The match.
    pub view: View,
    /// The turn that was played, and the better one.
    pub point: TurningPoint,
    /// The number of turns before the player's next mistake; `None` if this is the last.
    pub next: Option<u32>,
    /// The number of turns before each of the player's mistakes.
    pub all: Vec<u32>,
}

/// How many of a player's mistakes in a match were made better at the first try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    pub found: usize,
    pub tried: usize,
    pub all: usize,
}

/// The verdict on an answer in place of a mistake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction {
    /// The better turn.
    Best,
    /// A turn that is about as good.
    Good(Chance),
    /// The turn that was played.
    Same,
    /// Another turn that loses much.
    Bad(Chance),
}

/// The result of an answer in place of a mistake, with its board.
pub struct Corrected {
    pub shown: BoardView,
    pub turn: String,
    pub correction: Correction,
    /// The mistake that it answers.
    pub mistake: Mistake,
    /// The sum over all mistakes, after this answer.
    pub sum: Sum,
}
