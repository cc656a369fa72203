use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, ErrorCode, ffi};
use rusqlite_migration::{M, MigrationDefinitionError, Migrations};

use super::connection::configure;
use super::error::{OpenError, StoreError};
use super::hooks::Hooks;
use super::readers::Readers;
use super::writer::Writer;
use super::{plans, rebuild};
use crate::db::file::identity::Identity;
use crate::db::file::lock::lock;
use crate::db::file::rights::{close_to_everybody, owners};
use crate::db::{Inner, Store};

/// The tables, and after 0.1.0 also the upgrades of older databases. A released migration is never changed.
pub(crate) static MIGRATIONS: [M<'_>; 23] = [
    M::up(include_str!("../../migrations/001-matches.sql")),
    M::up(include_str!("../../migrations/002-delivery.sql")),
    M::up(include_str!("../../migrations/003-people-and-servers.sql")),
    M::up(include_str!("../../migrations/004-ratings.sql")),
    M::up(include_str!("../../migrations/005-play.sql")),
    M::up(include_str!("../../migrations/006-boards.sql")),
    M::up(include_str!("../../migrations/007-contests.sql")),
    M::up(include_str!("../../migrations/008-refusing-places.sql")),
    M::up(include_str!("../../migrations/009-secret.sql")),
    M::up(include_str!("../../migrations/010-analysis.sql")),
    M::up(include_str!("../../migrations/011-puzzle-tries.sql")),
    M::up(include_str!("../../migrations/012-tables.sql")),
    M::up(include_str!("../../migrations/013-computers-apart.sql")),
    M::up(include_str!("../../migrations/014-next.sql")),
    M::up(include_str!("../../migrations/015-quiet-contests.sql")),
    M::up(include_str!("../../migrations/016-practice.sql")),
    M::up(include_str!("../../migrations/017-untold-ends.sql")),
    M::up(include_str!("../../migrations/018-calls.sql")),
    M::up(include_str!("../../migrations/019-entry.sql")),
    M::up(include_str!("../../migrations/020-pages.sql")),
    M::up(include_str!("../../migrations/021-contest-pages.sql")),
    M::up(include_str!("../../migrations/022-teams.sql")),
    M::up(include_str!("../../migrations/023-called.sql")),
];

/// The size in bytes to which SQLite cuts the `-wal` file when its contents are in the database. It grows beyond that
/// only while a reader prevents the checkpoint, which comes every 1,000 pages of 4 kB.
const WAL_LIMIT: i64 = 4 << 20;

/// The application id that the first migration sets.
const OURS: i64 = 0x416e_7472;

/// The application id of databases of development versions before 0.1.0.
const DEVELOPMENT: i64 = 0x416e_7465;

/// Checks the application id of a database.
pub(crate) fn check_owner(path: &Path, application: i64) -> Result<(), OpenError> {
    match application {
        OURS => Ok(()),
        DEVELOPMENT => Err(OpenError::Development(path.to_owned())),
        _ => Err(OpenError::NotOurs(path.to_owned())),
    }
}

impl Store {
    /// Opens or creates a database and brings it up to date. Blocks for some milliseconds.
    ///
    /// # Errors
    ///
    /// If the file cannot be used, is not Anteroom's, comes from a newer version, is damaged, or is in use by another
    /// bot.
    pub fn open(path: &Path, hooks: &'static Hooks) -> Result<Self, OpenError> {
        let other = |error: std::io::Error| OpenError::Other {
            path: path.to_owned(),
            why: error.to_string(),
        };
        let lock = lock(path)?;
        let real = lock.database();
        // SQLite gives the files beside the database its permissions.
        owners().create(true).open(real).map_err(other)?;
        let file = Identity::of(path).map_err(other)?;
        let mut connection = Connection::open(real).map_err(|error| explain(path, &error))?;
        prepare(path, &mut connection, hooks).map_err(|problem| match problem {
            Problem::NotOurs(error) => error,
            Problem::Projection(error) => OpenError::Other {
                path: path.to_owned(),
                why: error.to_string(),
            },
            Problem::Sqlite(error) => explain(path, &error),
            Problem::Migration(error) => explain_migration(path, error),
        })?;
        // Only after the check that this file is Anteroom's.
        if let Err(error) = close_to_everybody(real) {
            tracing::warn!(%error, path = %path.display(), "everybody on this machine can read the database");
        }
        plans::watch(&connection);
        let writer = Writer::start(connection, file.clone()).map_err(other)?;
        Ok(Self {
            inner: Arc::new(Inner {
                readers: Readers::new(real),
                writer,
                hooks,
                file,
                _lock: lock,
            }),
        })
    }
}

enum Problem {
    NotOurs(OpenError),
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

fn prepare(path: &Path, connection: &mut Connection, hooks: &Hooks) -> Result<(), Problem> {
    configure(connection)?;
    // The owner of the file is checked before anything is written.
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let owner: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if tables > 0 {
        check_owner(path, owner).map_err(Problem::NotOurs)?;
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "journal_size_limit", WAL_LIMIT)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", false)?;
    Migrations::from_slice(&MIGRATIONS).to_latest(connection)?;
    rebuild::catch_up(connection, hooks)?;
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

/// Whether a file could not be written or created, as opposed to read.
pub(crate) fn is_about_room(error: &rusqlite::Error) -> bool {
    const WRITING: [i32; 4] = [
        ffi::SQLITE_IOERR_WRITE,
        ffi::SQLITE_IOERR_FSYNC,
        ffi::SQLITE_IOERR_DIR_FSYNC,
        ffi::SQLITE_IOERR_TRUNCATE,
    ];
    error.sqlite_error().is_some_and(|error| {
        let code = error.code;
        matches!(
            code,
            ErrorCode::DiskFull | ErrorCode::CannotOpen | ErrorCode::ReadOnly
        ) || WRITING.contains(&error.extended_code)
    })
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
