use rusqlite::{Connection, params};

use crate::db::{Query, Result};
use crate::matches::{MatchId, UserId};

/// Returns the turn of the stored hint for a board.
pub fn hint(db: &Connection, id: MatchId, board: u32) -> Result<Option<String>> {
    let sql = "SELECT turn FROM hints WHERE match_id = ?1 AND board = ?2";
    db.first(sql, params![id, board], |row| row.get(0))
}

/// Stores the hint for a board in place of an older one.
pub fn store_hint(db: &Connection, id: MatchId, board: u32, turn: &str) -> Result {
    let sql = "INSERT OR REPLACE INTO hints (match_id, board, turn) VALUES (?1, ?2, ?3)";
    db.run(sql, params![id, board, turn])
}

/// Stores a player's consent to hints in a match.
pub fn consent_to_hints(db: &Connection, id: MatchId, user: UserId) -> Result {
    let sql = "INSERT OR IGNORE INTO hint_consents (match_id, user) VALUES (?1, ?2)";
    db.run(sql, (id, user))
}

/// Returns the players who consent to hints in a match.
pub fn hint_consents(db: &Connection, id: MatchId) -> Result<Vec<UserId>> {
    let sql = "SELECT user FROM hint_consents WHERE match_id = ?1";
    db.all(sql, [id], |row| row.get(0))
}

/// Deletes the consents to hints in a match.
pub fn delete_hint_consents(db: &Connection, id: MatchId) -> Result {
    let sql = "DELETE FROM hint_consents WHERE match_id = ?1";
    db.run(sql, [id])
}
