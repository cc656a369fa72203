//! What features add to the database: functions that run within its transactions.

use rusqlite::Connection;

use super::appearances::Appearances;
use super::error::StoreError;
use super::match_list::MatchList;
use super::projection::Projection;
use crate::db::ratings::list::RatingList;
use crate::db::ratings::punctuality::Punctuality;
use crate::matches::{Event, Match, MatchId, UserId};
use crate::people::Moment;

/// The projections of the database itself.
static OWN: [&dyn Projection; 4] = [&MatchList, &RatingList, &Punctuality, &Appearances];

/// A function of events that are being written, and of the match after them. Its error cancels them.
pub(crate) type OfEvents = fn(&Connection, &Match, &[Event]) -> Result<(), StoreError>;

/// A check of what is kept of a match. Without one, nothing may be kept.
pub(crate) type Fit =
    fn(&Connection, MatchId, Option<&Match>, Option<Moment>) -> Result<bool, StoreError>;

/// What all features add to the database.
pub struct Hooks {
    /// Folds over all events, into tables of the features.
    pub(crate) projections: &'static [&'static dyn Projection],
    /// Refuse what a person does, before it is written.
    pub(crate) checks: &'static [OfEvents],
    /// Bring tables of the features up to date before events are written, whatever has caused these.
    pub(crate) follow: &'static [OfEvents],
    pub(crate) alarms: AlarmHooks,
}

/// Alarms that follow from matches and from people's preferences, besides those of the matches themselves.
pub(crate) struct AlarmHooks {
    /// Sets the alarms of a match as it stands, in place of those that there were; those before a moment are not set.
    pub(crate) set: fn(&Connection, &Match, Moment) -> Result<(), StoreError>,
    /// Checks the alarms of a match; `None`: it must have none. An alarm may be missing only if its moment is before the given
    /// one; without a moment, none is missing.
    pub(crate) fit: Fit,
    /// Returns the people who lack an alarm.
    pub(crate) missing: fn(&Connection, Moment) -> Result<Vec<UserId>, StoreError>,
    /// Sets the alarm of a person that is missing.
    pub(crate) set_missing: fn(&Connection, UserId, Moment) -> Result<(), StoreError>,
}

impl Hooks {
    /// All projections.
    pub(crate) fn projections(&self) -> impl Iterator<Item = &'static dyn Projection> + use<> {
        OWN.iter().chain(self.projections).copied()
    }
}
