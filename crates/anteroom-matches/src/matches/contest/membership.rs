//! The contest of a match, and why it ends one.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::matches::clock::time_control::TimeControl;
use crate::matches::ids::JournalId;
use anteroom_board::Seat;

/// The most time off that stops a player's clock in a match of a contest.
pub(crate) const MOST_OFF_IN_CONTEST: Duration = Duration::from_hours(3 * 24);

/// The league, ladder, tournament or simul that a match belongs to. Its matches begin without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// The kind of the contest, in lower case: `league`, `ladder`, `simul`.
    pub kind: String,
    /// The number of the contest's journal.
    pub journal: JournalId,
    /// The number of the game within the contest, counted from 1.
    pub game: u32,
    /// The round of a round robin, counted from 1; `None` in other contests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The name for messages and records: `Berlin Open, Season 2, Division A`.
    pub event: String,
    /// The host of a simul; `None` in other contests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
}

/// The host of a simul in the match of one of its boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The host's seat.
    pub seat: Seat,
    /// The host's time control, of the same form as that of the match.
    pub time: TimeControl,
}

impl Contest {
    /// Whether a table goes on with the results. A simul has none: its matches count like those outside of contests, as one
    /// of the rated ones of their pair in 30 days, and without a result if a player never moved.
    pub const fn has_table(&self) -> bool {
        self.host.is_none()
    }

    /// Whether a player may abort the match before both have played. In a round robin each pair must play.
    pub(crate) const fn may_be_aborted(&self) -> bool {
        self.round.is_none()
    }

    /// Returns the name with the round: `Berlin Open, Season 2, Division A, round 3`.
    pub fn words(&self) -> String {
        match self.round {
            Some(round) => format!("{}, round {round}", self.event),
            None => self.event.clone(),
        }
    }
}

/// Why a contest ended a match that was being played. Such a result never counts for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, Deserialize)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Adjudication {
    /// The season ended.
    SeasonOver,
    /// The time of the round ended.
    RoundOver,
    /// A player is out of the contest.
    Forfeit,
    /// A player is out of the contest, and their games do not count.
    Annulled,
    /// The organiser decided.
    Organiser,
    /// A player of a simul did not make their first move.
    NoFirstMove,
    /// Two computers played, which is no longer offered. No contest had such matches.
    Discontinued,
}

impl Adjudication {
    /// Returns the word for the reason in the database and in records: `season-over`.
    pub fn into_str(self) -> &'static str {
        self.into()
    }

    /// Returns the reason as a clause: `the season ended`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::SeasonOver => "the season ended",
            Self::RoundOver => "the time of the round ended",
            Self::Forfeit => "a player left the contest",
            Self::Annulled => "a player left the contest, and their games do not count",
            Self::Organiser => "the organiser decided",
            Self::NoFirstMove => "a player made no first move",
            Self::Discontinued => "computers no longer play each other",
        }
    }
}
