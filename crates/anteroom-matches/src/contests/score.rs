//! What a game is worth.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use anteroom_board::Seat;
use anteroom_games::Verdict;

/// What a game is worth to its two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, EnumString)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Score {
    /// The person with the first move won.
    First,
    /// The person with the second move won.
    Second,
    /// Nobody won.
    Draw,
    /// The game does not count.
    Void,
}

impl Score {
    /// Returns the verdict of the match.
    pub const fn verdict(self) -> Option<Verdict> {
        match self {
            Score::First => Some(Verdict::Win(Seat::First)),
            Score::Second => Some(Verdict::Win(Seat::Second)),
            Score::Draw => Some(Verdict::Draw),
            Score::Void => None,
        }
    }

    /// Returns twice the points of the first and the second person: a win is 2, a draw 1.
    pub const fn points(self) -> (u32, u32) {
        match self {
            Score::First => (2, 0),
            Score::Second => (0, 2),
            Score::Draw => (1, 1),
            Score::Void => (0, 0),
        }
    }
}

impl From<Option<Verdict>> for Score {
    fn from(verdict: Option<Verdict>) -> Self {
        match verdict {
            Some(Verdict::Win(Seat::First)) => Score::First,
            Some(Verdict::Win(Seat::Second)) => Score::Second,
            Some(Verdict::Draw) => Score::Draw,
            None => Score::Void,
        }
    }
}
