//! The checkpoint that brings everything into the database's own file.

use rusqlite::Connection;

use crate::db::StoreError;
use crate::db::connection::{BUSY, GIVES_WAY};

/// What came of bringing everything into the database's own file.
pub(crate) struct Home {
    /// Whether others read, so that the file beside it is not empty.
    busy: bool,
    /// The frames that count in the file beside it.
    pub(crate) frames: u32,
}

impl Home {
    /// Whether all of it is there.
    pub(crate) fn all(self) -> Result<(), StoreError> {
        if self.busy {
            Err(StoreError::Busy)
        } else {
            Ok(())
        }
    }
}

/// Brings what is in the file beside the database into it, which leaves the other one empty, unless others read for
/// longer than a moment.
pub(crate) fn bring_home(connection: &Connection) -> Result<Home, StoreError> {
    connection.busy_timeout(GIVES_WAY)?;
    let home = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
        Ok(Home {
            busy: row.get(0)?,
            frames: row.get::<_, i64>(1)?.try_into().unwrap_or_default(),
        })
    });
    connection.busy_timeout(BUSY)?;
    Ok(home?)
}
