//! What leagues ask the database for themselves.

use rusqlite::OptionalExtension;

use crate::db::{Connection, Result};
use crate::matches::{MatchId, UserId};

/// Draws the seed for the lots of a season.
pub(crate) fn lot_seed(db: &Connection) -> Result<u64> {
    let drawn: i64 = db.query_one("SELECT random()", [], |row| row.get(0))?;
    Ok(drawn.cast_unsigned())
}

/// Returns the person who is to move in a match, if any.
pub(crate) fn person_to_move(db: &Connection, id: MatchId) -> Result<Option<UserId>> {
    let user = db
        .prepare_cached("SELECT player_to_move FROM matches WHERE match_id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(user.flatten())
}
