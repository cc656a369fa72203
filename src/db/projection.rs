use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rusqlite::Connection;
use rusqlite::types::ValueRef;

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
    /// Queries that show everything that the projection writes. The first column of each is a number such as a match's
    /// id, and each gives its rows in the same order each time. `doctor` compares their results.
    pub(crate) contents: &'static [&'static str],
    /// Folds one event. Reads no tables but its own.
    pub(crate) fold: fn(&Connection, &Change<'_>) -> Result,
}

impl Projection {
    /// Returns a hash of everything that the projection has written, by query and first column. Real numbers are equal
    /// if their bits are.
    pub(crate) fn hashes(&self, db: &Connection) -> Result<BTreeMap<(usize, i64), u64>> {
        let mut hashes = BTreeMap::new();
        for (query, sql) in self.contents.iter().enumerate() {
            let mut statement = db.prepare(sql)?;
            let columns = statement.column_count();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let hash: &mut u64 = hashes.entry((query, row.get(0)?)).or_default();
                let mut hasher = DefaultHasher::new();
                hash.hash(&mut hasher);
                for column in 0..columns {
                    match row.get_ref(column)? {
                        ValueRef::Null => 0.hash(&mut hasher),
                        ValueRef::Integer(number) => (1, number).hash(&mut hasher),
                        ValueRef::Real(number) => (2, number.to_bits()).hash(&mut hasher),
                        ValueRef::Text(text) => (3, text).hash(&mut hasher),
                        ValueRef::Blob(bytes) => (4, bytes).hash(&mut hasher),
                    }
                }
                *hash = hasher.finish();
            }
        }
        Ok(hashes)
    }
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
