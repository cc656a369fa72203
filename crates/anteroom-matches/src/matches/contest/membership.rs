//! The contest of a match, and why it ends one.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::matches::ids::JournalId;

/// The most time off that stops a player's clock in a match of a contest.
pub(crate) const MOST_OFF_IN_CONTEST: Duration = Duration::from_hours(3 * 24);

/// The league or ladder that a match belongs to. Its matches begin without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// The kind of the contest, in lower case: `league`, `ladder`.
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
}

impl Contest {
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
            Self::Discontinued => "computers no longer play each other",
        }
    }
}
