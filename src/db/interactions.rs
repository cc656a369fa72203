use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use super::error::StoreError;
use crate::matches::{InteractionId, MatchId};

/// How long it is kept what an interaction did. What is older is void in any case: Discord takes answers to an
/// interaction for a quarter of an hour.
const KEPT: Duration = Duration::from_hours(24);

/// How many old rows one write takes away: more than it adds, and few enough to keep nobody waiting.
const SWEPT: u32 = 100;

/// Notes in the transaction of an interaction's events that it brought them about.
///
/// Their ages are compared with one another, not with this machine's clock, which may be wrong.
///
/// # Errors
///
/// [`StoreError::Repeated`] when it has brought about something already, or is so old that this is not known any more.
pub(crate) fn note(
    connection: &Connection,
    cause: Option<InteractionId>,
    id: MatchId,
) -> Result<(), StoreError> {
    let Some(cause) = cause else {
        return Ok(());
    };
    let done = connection
        .prepare_cached("SELECT match_id FROM interactions WHERE interaction = ?1")?
        .query_row([cause], |row| row.get(0))
        .optional()?;
    if let Some(done) = done {
        return Err(StoreError::Repeated(Some(done)));
    }
    let newest: Option<InteractionId> = connection
        .prepare_cached("SELECT max(interaction) FROM interactions")?
        .query_one([], |row| row.get(0))?;
    let newest = newest.map_or(cause, |newest| newest.max(cause));
    let oldest = newest.earlier(KEPT);
    if cause < oldest {
        return Err(StoreError::Repeated(None));
    }
    connection
        .prepare_cached("INSERT INTO interactions (interaction, match_id) VALUES (?1, ?2)")?
        .execute((cause, id))?;
    let sweep = "DELETE FROM interactions WHERE interaction IN \
                 (SELECT interaction FROM interactions WHERE interaction < ?1 ORDER BY interaction LIMIT ?2)";
    connection
        .prepare_cached(sweep)?
        .execute(params![oldest, SWEPT])?;
    Ok(())
}
