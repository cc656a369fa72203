use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, ErrorCode};
use rusqlite_migration::{M, MigrationDefinitionError, Migrations};

use super::connection::settle;
use super::error::{OpenError, StoreError};
use super::readers::Readers;
use super::writer::Writer;
use super::{plans, rebuild};
use crate::db::file::identity::Identity;
use crate::db::file::lock::lock;
use crate::db::file::rights::{close_to_everybody, owners};
use crate::db::{Inner, Store};

/// What brings a database up to date, oldest first. One that has landed is never changed: databases have gone through
/// it.
pub(crate) static MIGRATIONS: [M<'_>; 16] = [
    M::up(include_str!("../../migrations/001-initial.sql")),
    M::up(include_str!("../../migrations/002-people.sql")),
    M::up(include_str!("../../migrations/003-ratings.sql")),
    M::up(include_str!("../../migrations/004-followers-and-notes.sql")),
    M::up(include_str!("../../migrations/005-since-late.sql")),
    M::up(include_str!("../../migrations/006-privacy-and-servers.sql")),
    M::up(include_str!("../../migrations/007-lessons.sql")),
    M::up(include_str!(
        "../../migrations/008-analysis-and-puzzles.sql"
    )),
    M::up(include_str!(
        "../../migrations/009-weekly-pages-and-imports.sql"
    )),
    M::up(include_str!("../../migrations/010-aging-cards.sql")),
    M::up(include_str!(
        "../../migrations/011-ends-undone-and-people-gone.sql"
    )),
    M::up(include_str!("../../migrations/012-daily-puzzles.sql")),
    M::up(include_str!(
        "../../migrations/013-begun-puzzles-and-vain-challenges.sql"
    )),
    M::up(include_str!(
        "../../migrations/014-match-terms-and-cards.sql"
    )),
    M::up(include_str!("../../migrations/015-profiles.sql")),
    M::up(include_str!("../../migrations/016-rated-at-the-end.sql")),
];

/// The application id that the first migration sets.
pub(crate) const OURS: i64 = 0x416e_7465;

impl Store {
    /// Opens a database, which is made if it is not there, and brings it up to date. Blocks for some milliseconds.
    ///
    /// # Errors
    ///
    /// When the file cannot be used, is no database of ours, comes from a newer version, is damaged, or is in use by
    /// another bot.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let other = |error: std::io::Error| OpenError::Other {
            path: path.to_owned(),
            why: error.to_string(),
        };
        let lock = lock(path)?;
        // SQLite gives the files beside it the rights of this one.
        owners().create(true).open(path).map_err(other)?;
        let file = Identity::of(path).map_err(other)?;
        let mut connection = Connection::open(path).map_err(|error| explain(path, &error))?;
        prepare(&mut connection).map_err(|problem| match problem {
            Problem::NotOurs => OpenError::NotOurs(path.to_owned()),
            Problem::Projection(error) => OpenError::Other {
                path: path.to_owned(),
                why: error.to_string(),
            },
            Problem::Sqlite(error) => explain(path, &error),
            Problem::Migration(error) => explain_migration(path, error),
        })?;
        // Not before it is known that this file is ours.
        if let Err(error) = close_to_everybody(path) {
            tracing::warn!(%error, path = %path.display(), "everybody on this machine can read the database");
        }
        plans::watch(&connection);
        let writer = Writer::start(connection, file.clone()).map_err(other)?;
        Ok(Self {
            inner: Arc::new(Inner {
                readers: Readers::new(path),
                writer,
                file,
                _lock: lock,
            }),
        })
    }
}

enum Problem {
    NotOurs,
    Projection(StoreError),
    Sqlite(rusqlite::Error),
    Migration(rusqlite_migration::Error),
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Sqlite(error) => Self::Sqlite(error),
            error => Self::Projection(error),
        }
    }
}

impl From<rusqlite_migration::Error> for Problem {
    fn from(error: rusqlite_migration::Error) -> Self {
        Self::Migration(error)
    }
}

fn prepare(connection: &mut Connection) -> Result<(), Problem> {
    settle(connection)?;
    // Nothing is written before it is known whose file this is.
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let owner: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if tables > 0 && owner != OURS {
        return Err(Problem::NotOurs);
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", false)?;
    Migrations::from_slice(&MIGRATIONS).to_latest(connection)?;
    rebuild::catch_up(connection)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

pub(crate) fn explain(path: &Path, error: &rusqlite::Error) -> OpenError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::NotOurs(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::Busy(path),
        Some(ErrorCode::DatabaseCorrupt) => OpenError::Damaged {
            path,
            why: error.to_string(),
        },
        _ => OpenError::Other {
            path,
            why: error.to_string(),
        },
    }
}

fn explain_migration(path: &Path, error: rusqlite_migration::Error) -> OpenError {
    use rusqlite_migration::Error;
    match error {
        Error::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
            OpenError::Newer(path.to_owned())
        }
        Error::RusqliteError { err, .. } => explain(path, &err),
        other => OpenError::Other {
            path: path.to_owned(),
            why: other.to_string(),
        },
    }
}
