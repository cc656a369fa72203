//! What happened in a simul. Events are kept for ever, so their names and fields stay as they are.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::rules::Rules;
use crate::contests::{DepartureReason, GameEnd, GameId};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Event {
    /// A person set the simul up, and is the host unless a computer is. Always the first event.
    Created { by: UserId, rules: Rules },
    /// A person has a seat.
    Seated {
        user: UserId,
        /// Whether they want their board not to be rated.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unrated: bool,
    },
    /// A person gave their seat back.
    Left { user: UserId },
    /// The person who set the simul up is gone before the start, and a computer is the host: the simul goes on, and nobody
    /// lets it begin early.
    OrganiserGone,
    /// The simul begins with all who have a seat, in the order of taking them: the boards 1, 2 and so on.
    Began,
    /// The simul does not begin: announce it.
    Cancelled { why: WhyCancelled },
    /// The match of a board was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a board has ended.
    GameEnded {
        game: GameId,
        match_id: MatchId,
        end: GameEnd,
    },
    /// The people of these boards have not made their first move and are told so: without it, the boards end at this moment,
    /// or a little later.
    Warned { games: Vec<GameId>, until: Moment },
    /// A board ends without a result.
    Dropped { game: GameId, why: WhyDropped },
    /// The host or a person with a seat is out: their running games are lost, and those that have not begun have no result.
    Out { user: UserId, why: DepartureReason },
    /// All boards are over: announce the result.
    Over,
}

/// Why a simul does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyCancelled {
    /// The person who set the simul up pressed *Cancel*.
    ByHost,
    /// The host is gone.
    HostGone,
    /// Too few people took a seat in time, or were there at the start.
    TooFew,
    /// An organiser of the server pressed *Cancel*.
    ByOrganiser,
}

/// Why a board ends without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyDropped {
    /// The person with the seat did not make their first move.
    NoFirstMove,
    /// One of the two has blocked the other, so that no match of theirs can begin.
    Apart,
}
