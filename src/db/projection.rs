use rusqlite::{Connection, OptionalExtension};

use super::error::StoreError;
use crate::matches::{Event, Match, MatchId};

/// A fold over the events of all matches, in their one order, into tables of its own.
///
/// It is written in the transaction of the events that it folds. When its version changes, it is folded again from the
/// first event on; so what it writes must follow from the events alone, and come out alike byte for byte.
pub(crate) trait Projection: Sync {
    /// Its name in the table of projections. Never changed.
    fn name(&self) -> &'static str;
    /// To be raised whenever [`fold`](Self::fold) writes something else than before.
    fn version(&self) -> u32;
    /// The tables that are emptied before it is folded again: they hold nothing but what it writes.
    fn tables(&self) -> &'static [&'static str];
    /// Queries that show everything it writes, each in ascending order of its first column, which is the number of a
    /// match or another one, and in the same order each time. `doctor` compares by them.
    fn contents(&self) -> &'static [&'static str];
    /// Takes one more event in. Reads no tables but its own.
    fn fold(&self, connection: &Connection, change: &Change<'_>) -> Result<(), StoreError>;
}

/// An event in its place, and the match as it stood after it.
pub(crate) struct Change<'a> {
    /// Its place in the order of all events, counted from 1.
    pub position: i64,
    pub event: &'a Event,
    /// The match of the event, which is its last one here.
    pub after: &'a Match,
}

/// Where a projection stands: the version that folded it, and the position of the last event in it.
pub(crate) fn standing(
    connection: &Connection,
    projection: &dyn Projection,
) -> rusqlite::Result<Option<(i64, i64)>> {
    connection
        .prepare_cached("SELECT version, mark FROM projections WHERE name = ?1")?
        .query_row([projection.name()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// The position of the last event; 0 while there is none.
pub(crate) fn last_position(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT coalesce(max(position), 0) FROM events")?
        .query_one([], |row| row.get(0))
}

impl Change<'_> {
    pub(crate) const fn id(&self) -> MatchId {
        self.after.id()
    }

    /// The event's number within its match, counted from 1.
    pub(crate) const fn seq(&self) -> u32 {
        self.after.seq()
    }
}
