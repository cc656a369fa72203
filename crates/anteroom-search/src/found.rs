//! The result of an engine.

use anteroom_board::Seat;
use anteroom_games::Verdict;

/// The proven result of a turn or a position, for the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proven {
    /// The seat loses against best play.
    Loss,
    /// Neither seat can force a win.
    Draw,
    /// The seat can force a win.
    Win,
}

impl Proven {
    /// Returns `win`, `loss` or `draw`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Proven::Loss => "loss",
            Proven::Draw => "draw",
            Proven::Win => "win",
        }
    }

    /// Converts a verdict to the result for a seat.
    pub(super) fn of(verdict: Verdict, seat: Seat) -> Self {
        match verdict {
            Verdict::Draw => Proven::Draw,
            Verdict::Win(winner) if winner == seat => Proven::Win,
            Verdict::Win(_) => Proven::Loss,
        }
    }

    /// Returns the result for the other seat.
    pub(super) const fn for_the_other(self) -> Self {
        match self {
            Proven::Loss => Proven::Win,
            Proven::Draw => Proven::Draw,
            Proven::Win => Proven::Loss,
        }
    }

    /// Returns the corresponding chance to win.
    pub(super) const fn value(self) -> f64 {
        match self {
            Proven::Loss => 0.0,
            Proven::Draw => 0.5,
            Proven::Win => 1.0,
        }
    }
}

/// A possible turn of the seat to move, with its value.
#[derive(Clone, Debug)]
pub(super) struct Candidate<S> {
    /// Its steps, for a whole turn.
    pub turn: Vec<S>,
    /// The chance to win with it, 0–1.
    pub value: f64,
    pub proven: Option<Proven>,
    /// Whether the value is based on about as much work as that of the best turn.
    pub is_sure: bool,
}

/// The candidates of a search, best first. Not empty if the game goes on.
#[derive(Clone, Debug)]
pub(super) struct Found<S> {
    pub candidates: Vec<Candidate<S>>,
    /// The expected continuation after the best turn, turn by turn.
    pub line: Vec<Vec<S>>,
    pub proven: Option<Proven>,
}
