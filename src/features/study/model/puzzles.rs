//! What a person is shown of a puzzle that they answered.

use crate::features::play::model::view::BoardView;
use crate::ratings::Rating;
use crate::search::Puzzle;

/// The result of an answer to a puzzle.
pub struct Answered {
    /// The board with the answer on it.
    pub shown: BoardView,
    pub puzzle: &'static Puzzle,
    pub number: u32,
    pub turn: String,
    /// Whether the answer is the winning turn.
    pub right: bool,
    /// The change of the person's rating; `None` if they had tried the puzzle before.
    pub tried: Option<Tried>,
}

/// The effect of a first try on a person's record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    pub before: Solver,
    pub after: Solver,
}

/// A person's record in a game's puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solver {
    /// The number of puzzles tried.
    pub tries: u32,
    /// The number of puzzles solved at the first try.
    pub solved: u32,
    /// The current streak of puzzles solved at the first try.
    pub streak: u32,
    /// The longest streak.
    pub best: u32,
    /// The rating from first tries.
    pub rating: Rating,
}
