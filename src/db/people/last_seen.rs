use rusqlite::{Connection, OptionalExtension, params};

use crate::db::Store;
use crate::db::error::StoreError;
use crate::matches::{MatchId, UserId};

impl Store {
    /// Stores the number of the board that a player has seen last.
    ///
    /// # Errors
    ///
    /// If the match does not exist or the write fails.
    pub async fn store_look(
        &self,
        id: MatchId,
        user: UserId,
        board: u32,
    ) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            let sql = "INSERT INTO last_seen VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET board = excluded.board";
            connection
                .prepare_cached(sql)?
                .execute(params![id, user, board])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Returns the number of the board that a player has seen last, if known.
    pub async fn look(&self, id: MatchId, user: UserId) -> Result<Option<u32>, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT board FROM last_seen WHERE match_id = ?1 AND user = ?2";
            Ok(connection
                .prepare_cached(sql)?
                .query_row((id, user), |row| row.get(0))
                .optional()?)
        };
        self.inner.readers.read(read).await
    }
}
