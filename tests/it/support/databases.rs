//! Test databases, and the matches in them.

use std::path::{Path, PathBuf};

use anteroom::db::{self, Store, StoreError};
use anteroom::matches::{Command, Match};
use anteroom::people::Moment;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use crate::support::people::{BEGIN, proposal};

/// Returns a path for a database. Dropping the first value deletes the folder.
pub fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    (folder, path)
}

/// Opens a new database. Dropping the first value deletes the folder.
pub fn opened() -> (TempDir, PathBuf, Store) {
    let (folder, path) = file();
    let store = anteroom::features::open(&path).unwrap();
    (folder, path, store)
}

pub async fn read<T: Send + 'static>(
    store: &Store,
    query: impl FnOnce(&db::Connection) -> Result<T, StoreError> + Send + 'static,
) -> T {
    store.read(query).await.expect("a query")
}

pub async fn write<T: Send + 'static>(
    store: &Store,
    change: impl FnOnce(&db::Connection) -> Result<T, StoreError> + Send + 'static,
) -> T {
    store.write(change).await.expect("a change")
}

/// Returns the first column of all rows of a query, numbers.
pub fn numbers(path: &Path, query: &str) -> Vec<u64> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| row.get::<_, i64>(0)).unwrap();
    rows.map(|number| number.unwrap().cast_unsigned()).collect()
}

/// Changes a database through a connection of its own, behind the store.
pub fn change(path: &Path, sql: &str) {
    Connection::open(path)
        .unwrap()
        .execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}"))
        .unwrap();
}

/// Rebuilds everything that follows from the events of a database on which no bot runs.
pub fn repaired(path: &Path) {
    db::repair(path, &anteroom::features::HOOKS, BEGIN).expect("a database");
}

/// Locks a database against writes until the connection is dropped, as another program would.
pub fn locked(path: &Path) -> Connection {
    let other = Connection::open(path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

/// Reads a database until the connection is dropped, as another program would.
pub fn being_read(path: &Path) -> Connection {
    let reader = Connection::open(path).unwrap();
    let read = "BEGIN; SELECT count(*) FROM matches";
    reader.execute_batch(read).unwrap();
    reader
}

/// Returns the first column of the first row of a query. The store may be open.
pub fn row(path: &Path, query: &str) -> String {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let connection = Connection::open_with_flags(path, flags).expect("the database");
    let value = connection.query_row(query, [], |row| row.get(0));
    match value.expect("a row") {
        Value::Null => String::from("null"),
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => text,
        Value::Real(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// Returns the rows of a query; real numbers are written as their bits.
pub fn found(path: &Path, sql: &str) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| {
        let values: Result<Vec<_>, _> = (0..columns)
            .map(|column| {
                Ok::<_, rusqlite::Error>(match row.get::<_, Value>(column)? {
                    Value::Real(number) => format!("{:x}", number.to_bits()),
                    other => format!("{other:?}"),
                })
            })
            .collect();
        Ok(values?.join(" "))
    });
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

/// A match that Ana proposes to Ben.
pub async fn proposed(store: &Store, game: &str, time: &str) -> Match {
    store.propose(proposal(game, time), BEGIN).await.unwrap()
}

/// Decides, applies and appends.
pub async fn does(store: &Store, played: &mut Match, command: Command, at: Moment) {
    let events = played.decide(&command, at).unwrap();
    for event in &events {
        played.apply(event).unwrap();
    }
    store.append(played, events).await.unwrap();
}
