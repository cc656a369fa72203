use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::game::{GameId, Side};
use super::milliseconds;
use super::rules::Rules;
use crate::contests::RequestEvent;
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// An event of a ladder. It is stored for ever: names of kinds and fields do not change.
///
/// Places are counted from 1, the top. The stored name of an event and its name in the log are those of its variant:
/// `game-began`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Event {
    /// The ladder was created. Only the first event is of this kind.
    Created { by: UserId, rules: Rules },
    /// A person joined for the first time, in the last place.
    Joined { user: UserId, place: u32 },
    /// A person who had left joined again.
    Returned {
        user: UserId,
        /// The place that they had when they left.
        old: u32,
        place: u32,
    },
    /// A person is no longer on the ladder.
    Left {
        user: UserId,
        /// The place that they had.
        place: u32,
        why: Departure,
    },
    /// A person asks to be let in, or has an answer: tell them.
    Request(RequestEvent),
    /// A person challenged another one.
    Challenged {
        game: GameId,
        by: UserId,
        to: UserId,
    },
    /// The challenge was accepted: its match must begin. `first` makes the first turn.
    Accepted { game: GameId, first: UserId },
    /// The person who was challenged declined: a loss by default.
    Declined { game: GameId, rise: Option<Rise> },
    /// The challenge was not answered in time: a loss by default.
    Expired { game: GameId, rise: Option<Rise> },
    /// The challenger took the challenge back.
    Withdrawn { game: GameId },
    /// The challenge ended because something else did.
    Dropped { game: GameId, why: WhyDropped },
    /// The match of a game was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a game is over.
    GameEnded {
        game: GameId,
        result: Outcome,
        /// Whether the result counts on the ladder; not if a player forfeited or an organiser cancelled the game before.
        counts: bool,
        rise: Option<Rise>,
    },
    /// A player left the ladder: the game is their loss. Its match must still end.
    Forfeited {
        game: GameId,
        /// The player who left.
        loser: Side,
        rise: Option<Rise>,
    },
    /// A person has had no match for a long time and was warned.
    IdleWarned {
        user: UserId,
        /// When they move down, if nothing happens before.
        down_at: Moment,
        /// When they are out, if nothing happens before.
        out_at: Moment,
    },
    /// A person who was warned moved down one place.
    MovedDown { user: UserId, from: u32, to: u32 },
    /// A person's time off was taken off their idle time.
    TimeOffCounted {
        user: UserId,
        /// The time in milliseconds.
        #[serde(with = "milliseconds")]
        time: Duration,
    },
    /// An organiser cancelled a challenge or a running match.
    Cancelled {
        game: GameId,
        by: UserId,
        reason: String,
    },
    /// An organiser took back the last change of place.
    Undone {
        game: GameId,
        by: UserId,
        reason: String,
        /// The way back: `to` is lower than `from`.
        fall: Rise,
    },
    /// An organiser stopped challenges and all times.
    Paused { by: UserId, reason: String },
    /// An organiser let the ladder go on.
    Resumed { by: UserId, reason: String },
    /// The ladder is over. Running matches go on, and change no place.
    Closed { by: UserId, reason: String },
}

/// A change of place: everybody between the two places moves by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rise {
    pub user: UserId,
    pub from: u32,
    pub to: u32,
}

/// How the match of a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Won(Side),
    Draw,
    /// This side ended the match before both had moved.
    Aborted(Side),
    /// The match ended without a result.
    NoResult,
}

/// Why a person is no longer on the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Departure {
    /// They pressed *Leave*.
    Pressed,
    /// They left the server.
    LeftServer,
    /// They were banned from the server, or are kept out of its matches.
    Banned,
    /// They had their data deleted.
    DataDeleted,
    /// They had no match for too long.
    Idle,
    /// An organiser removed them.
    Removed { by: UserId, reason: String },
}

/// Why a challenge ended before its match began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyDropped {
    PlayerLeft,
    LadderClosed,
}

impl Rise {
    /// Returns the change that takes this one back.
    pub const fn back(self) -> Self {
        Self {
            user: self.user,
            from: self.to,
            to: self.from,
        }
    }
}
