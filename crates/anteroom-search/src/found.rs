//! What an engine hands back.

use anteroom_games::board::Seat;
use anteroom_games::games::Verdict;

/// What is certain of a turn or a position, for the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proven {
    /// It loses, whatever it does.
    Loss,
    /// Neither seat can force more.
    Draw,
    /// It wins, whatever the other does.
    Win,
}

impl Proven {
    /// `win`, `loss` or `draw`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Proven::Loss => "loss",
            Proven::Draw => "draw",
            Proven::Win => "win",
        }
    }

    /// What a verdict is to a seat.
    pub(super) fn of(verdict: Verdict, seat: Seat) -> Self {
        match verdict {
            Verdict::Draw => Proven::Draw,
            Verdict::Win(winner) if winner == seat => Proven::Win,
            Verdict::Win(_) => Proven::Loss,
        }
    }

    /// What it is to the other seat.
    pub(super) const fn for_the_other(self) -> Self {
        match self {
            Proven::Loss => Proven::Win,
            Proven::Draw => Proven::Draw,
            Proven::Win => Proven::Loss,
        }
    }

    /// The chance to win that comes to.
    pub(super) const fn value(self) -> f64 {
        match self {
            Proven::Loss => 0.0,
            Proven::Draw => 0.5,
            Proven::Win => 1.0,
        }
    }
}

/// A turn that the seat to move may make, and what comes of it.
#[derive(Clone, Debug)]
pub(super) struct Candidate<S> {
    /// Its steps, as many as a whole turn has.
    pub turn: Vec<S>,
    /// The chance to win with it, 0–1.
    pub value: f64,
    pub proven: Option<Proven>,
    /// Whether the value rests on as much work as that of the best, or nearly.
    pub is_sure: bool,
}

/// What a search found, the best first. Never empty when the game goes on.
#[derive(Clone, Debug)]
pub(super) struct Found<S> {
    pub candidates: Vec<Candidate<S>>,
    /// What is expected to follow the best turn, turn by turn.
    pub line: Vec<Vec<S>>,
    /// What is certain of the position.
    pub proven: Option<Proven>,
}
