use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::db::Result;
use crate::matches::UserId;
use crate::people::Moment;

/// The retention of an import.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// Stores a person's import in place of the previous one, and deletes expired imports of all people.
pub fn store_import(db: &Connection, user: UserId, at: Moment, text: &str) -> Result {
    db.prepare_cached("INSERT OR REPLACE INTO imports (user, at, text) VALUES (?1, ?2, ?3)")?
        .execute(params![user, at, text])?;
    db.prepare_cached("DELETE FROM imports WHERE at < ?1")?
        .execute([at.before(KEPT)])?;
    Ok(())
}

/// Returns a person's last import with its time.
pub fn import_of(db: &Connection, user: UserId) -> Result<Option<(Moment, String)>> {
    let found = db
        .prepare_cached("SELECT at, text FROM imports WHERE user = ?1")?
        .query_row([user], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(found.optional()?)
}
