use rusqlite::{Connection, params};

use super::error::Result;
use super::projection::{Change, Projection};
use super::query::Query;

/// The matches in whose events a person's id appears, for any reason.
pub(crate) static APPEARANCES: Projection = Projection {
    name: "appearances",
    version: 1,
    tables: &["appearances"],
    contents: &["SELECT match_id, user FROM appearances ORDER BY match_id, user"],
    fold,
};

fn fold(db: &Connection, change: &Change<'_>) -> Result {
    let sql = "INSERT OR IGNORE INTO appearances (user, match_id) VALUES (?1, ?2)";
    for user in change.event.fact.people() {
        db.run(sql, params![user, change.id()])?;
    }
    Ok(())
}
