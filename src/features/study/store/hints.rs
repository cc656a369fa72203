use rusqlite::{Connection, params};

use crate::db::{Query, Result};
use crate::features::study::store::evaluations::{code_of, proven_of};
use crate::matches::{MatchId, UserId};
use crate::search::Proven;

/// The latest hint of a match.
#[derive(Clone, Debug)]
pub struct StoredHint {
    /// The number of the board that it is for.
    pub board: u32,
    /// The whole turn's canonical text.
    pub turn: String,
    /// The proven result for the player to move.
    pub proven: Option<Proven>,
}

/// Returns the latest hint of a match.
pub fn hint(db: &Connection, id: MatchId) -> Result<Option<StoredHint>> {
    let sql = "SELECT board, turn, proven FROM hints WHERE match_id = ?1";
    db.first(sql, [id], |row| {
        Ok(StoredHint {
            board: row.get(0)?,
            turn: row.get(1)?,
            proven: proven_of(row.get(2)?),
        })
    })
}

/// Stores the hint for a board in place of an older one.
pub fn store_hint(db: &Connection, id: MatchId, hint: &StoredHint) -> Result {
    let sql =
        "INSERT OR REPLACE INTO hints (match_id, board, turn, proven) VALUES (?1, ?2, ?3, ?4)";
    let proven = hint.proven.map(code_of);
    db.run(sql, params![id, hint.board, hint.turn, proven])
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
