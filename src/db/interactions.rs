use std::time::Duration;

use rusqlite::{Connection, params};

use super::error::{Result, StoreError};
use super::query::Query;
use crate::matches::{InteractionId, MatchId};

/// How long handled interactions are stored. Older ones are void: Discord accepts answers to an interaction for 15
/// minutes.
const KEPT: Duration = Duration::from_hours(24);

/// Maximum number of old rows that a write deletes: more than it adds, and few enough to be fast.
const SWEPT: u32 = 100;

/// Stores that an interaction was handled, in the transaction of its events.
///
/// The ages of interactions are compared with one another, because this machine's clock may be wrong.
///
/// # Errors
///
/// [`StoreError::Repeated`] if the interaction was handled before, or is too old to know.
pub(crate) fn note(db: &Connection, cause: Option<InteractionId>, id: MatchId) -> Result {
    let Some(cause) = cause else {
        return Ok(());
    };
    let sql = "SELECT match_id FROM interactions WHERE interaction = ?1";
    let done = db.first(sql, [cause], |row| row.get(0))?;
    if let Some(done) = done {
        return Err(StoreError::Repeated(Some(done)));
    }
    let sql = "SELECT max(interaction) FROM interactions";
    let newest: Option<InteractionId> = db.one(sql, [], |row| row.get(0))?;
    let newest = newest.map_or(cause, |newest| newest.max(cause));
    let oldest = newest.earlier(KEPT);
    if cause < oldest {
        return Err(StoreError::Repeated(None));
    }
    let sql = "INSERT INTO interactions (interaction, match_id) VALUES (?1, ?2)";
    db.run(sql, (cause, id))?;
    let sweep = "DELETE FROM interactions WHERE interaction IN \
                 (SELECT interaction FROM interactions WHERE interaction < ?1 ORDER BY interaction LIMIT ?2)";
    db.run(sweep, params![oldest, SWEPT])
}
