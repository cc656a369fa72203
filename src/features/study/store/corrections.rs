//! First answers in place of own mistakes.

use std::collections::BTreeMap;

use rusqlite::Connection;

use crate::db::{Query, Result};
use crate::matches::{MatchId, UserId};

/// Returns a player's first answers in a match, by the ply of the mistake: whether the answer was good.
pub fn answers(db: &Connection, user: UserId, id: MatchId) -> Result<BTreeMap<u32, bool>> {
    let sql = "SELECT ply, found FROM amends WHERE user = ?1 AND match_id = ?2";
    let rows = db.all(sql, (user, id), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.into_iter().collect())
}

/// Stores a player's answer to a mistake, unless it is not the first one.
pub fn store_answer(db: &Connection, user: UserId, id: MatchId, ply: u32, found: bool) -> Result {
    let sql = "INSERT OR IGNORE INTO amends (user, match_id, ply, found) VALUES (?1, ?2, ?3, ?4)";
    db.run(sql, (user, id, ply, found))
}
