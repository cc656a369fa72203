//! Matches of leagues and ladders.

use std::time::Duration;

use strum::{EnumString, IntoStaticStr};

use super::clock::days_off::DaysOff;
use super::clock::time_control::TimeControl;
use super::event::{Place, Proposal};
use super::ids::{JournalId, UserId};
use super::player::Player;
use super::terms::Terms;
use crate::board::Seat;
use crate::games::{Game, Rateable, Values};

/// The most time off that stops a player's clock in a match of a contest.
pub const MOST_OFF_IN_CONTEST: Duration = Duration::from_hours(3 * 24);

/// The league or ladder that a match belongs to. Its matches begin without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The kind of the contest, in lower case: `league`, `ladder`.
    pub kind: String,
    /// The number of the contest's journal.
    pub journal: JournalId,
    /// The number of the game within the contest, counted from 1.
    pub game: u32,
    /// The round of a round robin, counted from 1; `None` in other contests.
    pub round: Option<u32>,
    /// The name for messages and records: `Berlin Open, Season 2, Division A`.
    pub event: String,
}

impl Contest {
    /// Whether a player may abort the match before both have played. In a round robin each pair must play.
    #[must_use]
    pub const fn may_be_aborted(&self) -> bool {
        self.round.is_none()
    }

    /// Returns the name with the round: `Berlin Open, Season 2, Division A, round 3`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.round {
            Some(round) => format!("{}, round {round}", self.event),
            None => self.event.clone(),
        }
    }
}

/// What the matches of a contest have in common.
#[derive(Clone, Debug)]
pub struct ContestTerms {
    pub place: Place,
    pub game: &'static Game,
    /// The game's settings, with all defaults filled in.
    pub options: Values,
    pub time: TimeControl,
    pub rated: bool,
}

impl ContestTerms {
    /// Returns the challenge of a match of a contest. The first person has the first seat.
    #[must_use]
    pub fn proposal(self, [first, second]: [UserId; 2], contest: Contest) -> Proposal {
        Proposal {
            place: self.place,
            game: self.game.card.key.to_owned(),
            rules_version: self.game.card.rules_version,
            time: self.time,
            days_off: DaysOff::Allowed,
            challenger: first,
            invited: Some(Player::Person(second)),
            seat: Seat::First,
            seat_drawn: false,
            exhibition: None,
            terms: Terms::default(),
            figures: None,
            rematch_of: None,
            rated: self.rated && (self.game.card.rateable)(&self.options) != Rateable::No,
            options: self.options,
            position: None,
            opening: Vec::new(),
            contest: Some(Box::new(contest)),
        }
    }
}

/// Why a contest ended a match that was being played. Such a result never counts for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Adjudication {
    /// The season ended.
    SeasonOver,
    /// A player is out of the contest.
    Forfeit,
    /// A player is out of the contest, and their games do not count.
    Annulled,
    /// The organiser decided.
    Organiser,
}

impl Adjudication {
    /// Returns the reason as a clause: `the season ended`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::SeasonOver => "the season ended",
            Self::Forfeit => "a player left the contest",
            Self::Annulled => "a player left the contest, and their games do not count",
            Self::Organiser => "the organiser decided",
        }
    }
}
