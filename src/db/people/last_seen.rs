use rusqlite::{Connection, OptionalExtension, params};

use crate::db::Store;
use crate::db::error::StoreError;
use crate::matches::{MatchId, UserId};

impl Store {
    /// Keeps the number of the board that a player has looked at last.
    ///
    /// # Errors
    ///
    /// When there is no such match or it cannot be written.
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

    /// The number of the board that a player is known to have looked at last.
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
