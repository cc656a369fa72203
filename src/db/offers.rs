use rusqlite::{Connection, params};

use super::query::Query;
use crate::db::Result;
use crate::matches::{MatchId, UserId};

/// Stores the turns that are offered to a player for a board, in place of earlier offers.
///
/// The offers are deleted once the match is at another board or over.
///
/// # Errors
///
/// If the write fails.
pub fn store_offers(
    db: &Connection,
    id: MatchId,
    user: UserId,
    board: u32,
    turns: &[String],
) -> Result {
    // If another turn was made since, no offers are stored.
    let sql = "INSERT INTO offers SELECT match_id, ?2, ?3, ?4 FROM matches WHERE match_id = ?1 AND ply = ?3 \
               ON CONFLICT (match_id, user) DO UPDATE SET board = excluded.board, turns = excluded.turns";
    db.run(sql, params![id, user, board, turns.join("\n")])
}

/// Returns the turns that were last offered to a player, if they were for this board.
pub fn offers(db: &Connection, id: MatchId, user: UserId, board: u32) -> Result<Vec<String>> {
    let sql = "SELECT turns FROM offers WHERE match_id = ?1 AND user = ?2 AND board = ?3";
    let row = params![id, user, board];
    let turns: Option<String> = db.first(sql, row, |row| row.get(0))?;
    Ok(turns
        .iter()
        .flat_map(|turns| turns.lines())
        .map(str::to_owned)
        .collect())
}
