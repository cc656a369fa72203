use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

pub use crate::features::ladders::press::GameId;

/// The time in which a challenge must be answered.
pub const ANSWER_WITHIN: Duration = Duration::from_hours(3 * 24);

/// A challenge, or the match that it led to, until it is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderGame {
    /// The challenger.
    pub by: UserId,
    /// The person who was challenged.
    pub to: UserId,
    /// The person who makes the first turn.
    pub first: UserId,
    pub stage: Stage,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The challenge was not answered yet.
    Waiting {
        /// The moment at which it expires.
        answer_by: Moment,
    },
    /// The challenge was accepted, and the match has not begun yet.
    Accepted,
    /// The match is being played.
    Running(MatchId),
    /// The match is over for the ladder, and must still end.
    Ending(MatchId, Why),
}

/// Why a match must be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The other player left the ladder.
    Forfeit {
        /// The player who stays.
        winner: Side,
    },
    /// An organiser cancelled the match: it has no result.
    Annulled,
}

/// One of the two people of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Challenger,
    Challenged,
}

/// A running match that must be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndNow {
    pub game: GameId,
    pub match_id: MatchId,
    /// The result; `None`: the match ends without one.
    pub verdict: Option<Verdict>,
    pub why: Why,
}

impl Side {
    pub const fn other(self) -> Self {
        match self {
            Side::Challenger => Side::Challenged,
            Side::Challenged => Side::Challenger,
        }
    }
}

impl LadderGame {
    /// Whether the game counts against the limits of challenges: it waits, is accepted or is played.
    pub const fn is_open(&self) -> bool {
        !matches!(self.stage, Stage::Ending(..))
    }

    pub const fn person(&self, side: Side) -> UserId {
        match side {
            Side::Challenger => self.by,
            Side::Challenged => self.to,
        }
    }

    /// Returns the side of a person; `None` if they are not of this game.
    pub fn side_of(&self, user: UserId) -> Option<Side> {
        [Side::Challenger, Side::Challenged]
            .into_iter()
            .find(|side| self.person(*side) == user)
    }

    /// Returns the seat of a side in the match.
    pub fn seat(&self, side: Side) -> Seat {
        if self.person(side) == self.first {
            Seat::First
        } else {
            Seat::Second
        }
    }

    /// Returns the side that has a seat of the match.
    pub fn side_in(&self, seat: Seat) -> Side {
        if self.seat(Side::Challenger) == seat {
            Side::Challenger
        } else {
            Side::Challenged
        }
    }
}
