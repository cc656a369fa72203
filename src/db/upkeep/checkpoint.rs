//! The checkpoint that moves the `-wal` file into the database file.

use rusqlite::Connection;

use crate::db::connection::{BUSY, GIVES_WAY};
use crate::db::{Result, StoreError};

/// The result of a checkpoint.
pub(crate) struct Checkpoint {
    /// Whether other readers kept the `-wal` file from being emptied.
    busy: bool,
    /// Number of valid frames in the `-wal` file.
    pub(crate) frames: u32,
}

impl Checkpoint {
    /// Returns an error if the checkpoint is not complete.
    pub(crate) fn completed(self) -> Result {
        if self.busy {
            Err(StoreError::Busy)
        } else {
            Ok(())
        }
    }
}

/// Moves the `-wal` file into the database and empties it, unless others read for longer than a moment.
pub(crate) fn checkpoint(connection: &Connection) -> Result<Checkpoint> {
    connection.busy_timeout(GIVES_WAY)?;
    let checkpoint = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
        Ok(Checkpoint {
            busy: row.get(0)?,
            frames: row.get::<_, i64>(1)?.try_into().unwrap_or_default(),
        })
    });
    connection.busy_timeout(BUSY)?;
    Ok(checkpoint?)
}
