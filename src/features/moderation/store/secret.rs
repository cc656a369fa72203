//! The key of this database's keyed hashes.

use rusqlite::Connection;

use crate::db::{Query, Result};

/// Returns the key with which ids of buttons are signed. It never leaves the program.
pub(crate) fn key(db: &Connection) -> Result<Vec<u8>> {
    db.one("SELECT key FROM secret", [], |row| row.get(0))
}
