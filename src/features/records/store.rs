//! Imported files.

use std::time::Duration;

use rusqlite::{Connection, params};

use crate::db::people::People;
use crate::db::{Query, Result};
use crate::matches::UserId;
use crate::people::Moment;

/// The retention of an import.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// Stores a person's import in place of the previous one, and deletes expired imports of all people.
pub fn store_import(db: &Connection, user: UserId, at: Moment, text: &str) -> Result {
    let sql = "INSERT OR REPLACE INTO imports (user, at, text) VALUES (?1, ?2, ?3)";
    db.run(sql, params![user, at, text])?;
    db.run("DELETE FROM imports WHERE at < ?1", [at.before(KEPT)])
}

/// Returns a person's last import with its time.
pub fn import_of(db: &Connection, user: UserId) -> Result<Option<(Moment, String)>> {
    let sql = "SELECT at, text FROM imports WHERE user = ?1";
    db.first(sql, [user], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The personal data in these tables.
pub(crate) const PEOPLE: People = People {
    sections: &[("imports", "SELECT at, text FROM imports WHERE user = ?1")],
    rows: &["DELETE FROM imports WHERE user = ?1"],
    mentions: &[
        "DELETE FROM imports INDEXED BY imports_by_time WHERE at > 0 AND instr(text, ?1) > 0",
    ],
    ..People::NOTHING
};
