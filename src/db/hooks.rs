//! Hooks of the features: functions that run within the database's transactions.

use rusqlite::Connection;

use super::appearances::APPEARANCES;
use super::error::Result;
use super::match_list::MATCH_LIST;
use super::projection::Projection;
use crate::db::ratings::list::RATING_LIST;
use crate::db::ratings::punctuality::PUNCTUALITY;
use crate::matches::{Event, JournalId, Match, MatchId, UserId};
use crate::people::Moment;

/// The projections of the database itself.
static OWN: [&Projection; 4] = [&MATCH_LIST, &RATING_LIST, &PUNCTUALITY, &APPEARANCES];

/// A function that gets the events to write and the match after them. Its error cancels the write.
pub(crate) type OfEvents = fn(&Connection, &Match, &[Event]) -> Result;

/// A function that runs when the thread of a match has become known.
pub(crate) type OfThread = fn(&Connection, MatchId) -> Result;

/// A check of the alarms of a match. Without a match, no alarms may be stored.
pub(crate) type Fit = fn(&Connection, MatchId, Option<&Match>, Option<Moment>) -> Result<bool>;

/// A check that the events of a journal can be folded.
pub(crate) type OfJournal = fn(&Connection, JournalId) -> Result;

/// The hooks of all features.
pub struct Hooks {
    /// Projections into tables of the features.
    pub(crate) projections: &'static [&'static Projection],
    /// Checks that refuse the events of a command before they are written.
    pub(crate) checks: &'static [OfEvents],
    /// Functions that update tables of the features before events are written, whatever caused the events.
    pub(crate) follow: &'static [OfEvents],
    /// Functions that run in the transaction that stores the thread of a match.
    pub(crate) threads: &'static [OfThread],
    pub(crate) alarms: AlarmHooks,
    /// Checks of journals, each with the kind of journal.
    pub(crate) journals: &'static [(&'static str, OfJournal)],
}

/// Hooks for alarms besides those of the matches themselves. They depend on matches and people's preferences.
pub(crate) struct AlarmHooks {
    /// Replaces the alarms of a match with those of its current state, without those before a moment.
    pub(crate) set: fn(&Connection, &Match, Moment) -> Result,
    /// Checks the alarms of a match; without a match, no alarms may be stored. With a moment, no alarm after it may be
    /// missing; without one, missing alarms are not looked for.
    pub(crate) fit: Fit,
    /// Returns the people who lack an alarm.
    pub(crate) missing: fn(&Connection, Moment) -> Result<Vec<UserId>>,
    /// Sets the missing alarm of a person.
    pub(crate) set_missing: fn(&Connection, UserId, Moment) -> Result,
}

impl Hooks {
    /// Returns all projections, the database's own first.
    pub(crate) fn projections(&self) -> impl Iterator<Item = &'static Projection> + use<> {
        OWN.iter().chain(self.projections).copied()
    }
}
