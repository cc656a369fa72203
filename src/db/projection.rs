use rusqlite::Connection;

use super::error::Result;
use super::query::Query;
use crate::matches::{Event, Match, MatchId};

/// A fold of the events of all matches, in order, into its own tables.
///
/// The fold runs in the transaction of the events. When its version changes, all events are folded again, so its rows
/// must depend on the events only and be the same byte for byte.
pub(crate) struct Projection {
    /// The name in the table of projections, which never changes.
    pub(crate) name: &'static str,
    /// The version, which must be raised whenever `fold` writes different rows.
    pub(crate) version: u32,
    /// The tables to empty before a rebuild. They hold only rows of this projection.
    pub(crate) tables: &'static [&'static str],
    /// Queries that show everything that the projection writes. Each is in ascending order of its first column, which
    /// is a number such as a match's id, and in the same order each time. `doctor` compares their results.
    pub(crate) contents: &'static [&'static str],
    /// Folds one event. Reads no tables but its own.
    pub(crate) fold: fn(&Connection, &Change<'_>) -> Result,
}

/// An event with its position, and the match after it.
pub(crate) struct Change<'a> {
    /// The position in the order of all events, counted from 1.
    pub position: i64,
    pub event: &'a Event,
    /// The match right after the event.
    pub after: &'a Match,
}

/// Returns the version that folded a projection, and the position of the last event in it.
pub(crate) fn standing(db: &Connection, projection: &Projection) -> Result<Option<(i64, i64)>> {
    let sql = "SELECT version, mark FROM projections WHERE name = ?1";
    db.first(sql, [projection.name], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the position of the last event; 0 without events.
pub(crate) fn last_position(db: &Connection) -> Result<i64> {
    let sql = "SELECT coalesce(max(position), 0) FROM events";
    db.one(sql, [], |row| row.get(0))
}

impl Change<'_> {
    pub(crate) const fn id(&self) -> MatchId {
        self.after.id()
    }

    /// Returns the event's number within its match, counted from 1.
    pub(crate) const fn seq(&self) -> u32 {
        self.after.seq()
    }
}
