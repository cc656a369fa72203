use rusqlite::{Connection, params};

use crate::db::error::Result;
use crate::db::{Query, Store};
use crate::matches::{MatchId, UserId};

impl Store {
    /// Stores the number of the board that a player has seen last.
    ///
    /// # Errors
    ///
    /// If the match does not exist or the write fails.
    pub async fn store_look(&self, id: MatchId, user: UserId, board: u32) -> Result {
        let write = move |db: &Connection| {
            let sql = "INSERT INTO last_seen VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET board = excluded.board";
            db.run(sql, params![id, user, board])
        };
        self.write(write).await
    }

    /// Returns the number of the board that a player has seen last, if known.
    pub async fn look(&self, id: MatchId, user: UserId) -> Result<Option<u32>> {
        let read = move |db: &Connection| {
            let sql = "SELECT board FROM last_seen WHERE match_id = ?1 AND user = ?2";
            db.first(sql, (id, user), |row| row.get(0))
        };
        self.read(read).await
    }
}
