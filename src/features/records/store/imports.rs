use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::db::{Store, StoreError};
use crate::matches::UserId;
use crate::people::Moment;

/// So long a record that somebody brought along is kept.
const KEPT: Duration = Duration::from_hours(30 * 24);

impl Store {
    /// Keeps a record that somebody brought along, in place of the one that they brought before. What others
    /// brought long ago is let go.
    pub async fn keep_import(
        &self,
        user: UserId,
        at: Moment,
        text: String,
    ) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO imports (user, at, text) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![user, at, text])?;
            connection
                .prepare_cached("DELETE FROM imports WHERE at < ?1")?
                .execute([at.before(KEPT)])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// The record that somebody brought along last, and when; `None` where none is kept.
    pub async fn import_of(&self, user: UserId) -> Result<Option<(Moment, String)>, StoreError> {
        let read = move |connection: &Connection| {
            let found = connection
                .prepare_cached("SELECT at, text FROM imports WHERE user = ?1")?
                .query_row([user], |row| Ok((row.get(0)?, row.get(1)?)));
            Ok(found.optional()?)
        };
        self.inner.readers.read(read).await
    }
}
