//! What leagues ask the database for themselves.

use crate::db::{Connection, Query, Result};
use crate::matches::{MatchId, UserId};

/// Draws the seed for the lots of a season.
pub(crate) fn lot_seed(db: &Connection) -> Result<u64> {
    let drawn: i64 = db.query_one("SELECT random()", [], |row| row.get(0))?;
    Ok(drawn.cast_unsigned())
}

/// Returns the person who is to move in a match, if any.
pub(crate) fn person_to_move(db: &Connection, id: MatchId) -> Result<Option<UserId>> {
    let sql = "SELECT player_to_move FROM matches WHERE match_id = ?1";
    let user = db.first(sql, [id], |row| row.get(0))?;
    Ok(user.flatten())
}
