use rusqlite::Connection;

use crate::db::{Store, StoreError};
use crate::matches::GuildId;

impl Store {
    /// Counts the matches that are being played in a server.
    pub(crate) async fn going_on_in(&self, guild: GuildId) -> Result<u64, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT count(*) FROM matches WHERE guild = ?1 AND status = 'playing'";
            let count: i64 = connection
                .prepare_cached(sql)?
                .query_one([guild], |row| row.get(0))?;
            Ok(count.unsigned_abs())
        };
        self.inner.readers.read(read).await
    }
}
