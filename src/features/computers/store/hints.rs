use rusqlite::{Connection, OptionalExtension, params};

use crate::db::{Store, StoreError};
use crate::matches::{MatchId, UserId};

impl Store {
    /// The turn that was the hint on a board of a match.
    pub async fn hint(&self, id: MatchId, board: u32) -> Result<Option<String>, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT turn FROM hints WHERE match_id = ?1 AND board = ?2";
            Ok(connection
                .prepare_cached(sql)?
                .query_row(params![id, board], |row| row.get(0))
                .optional()?)
        };
        self.inner.readers.read(read).await
    }

    /// Keeps the hint for a board of a match in place of an older one.
    pub async fn keep_hint(&self, id: MatchId, board: u32, turn: String) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            let sql = "INSERT OR REPLACE INTO hints (match_id, board, turn) VALUES (?1, ?2, ?3)";
            connection
                .prepare_cached(sql)?
                .execute(params![id, board, turn])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Notes that a player wants hints for both in a match.
    pub async fn consent_to_hints(&self, id: MatchId, user: UserId) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            let sql = "INSERT OR IGNORE INTO hint_consents (match_id, user) VALUES (?1, ?2)";
            connection.prepare_cached(sql)?.execute((id, user))?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Which players want hints for both in a match.
    pub async fn hint_consents(&self, id: MatchId) -> Result<Vec<UserId>, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT user FROM hint_consents WHERE match_id = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let users = statement.query_map([id], |row| row.get(0))?;
            Ok(users.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// Forgets who wants hints in a match.
    pub async fn forget_hint_consents(&self, id: MatchId) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            let sql = "DELETE FROM hint_consents WHERE match_id = ?1";
            connection.prepare_cached(sql)?.execute([id])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }
}
