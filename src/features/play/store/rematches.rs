use rusqlite::{Connection, OptionalExtension, params};

use crate::db::projection::{Change, Projection};
use crate::db::{Store, StoreError};
use crate::matches::{Fact, MatchId};

/// The latest rematch of each match that has one.
pub(crate) struct Rematches;

impl Projection for Rematches {
    fn name(&self) -> &'static str {
        "rematches"
    }

    fn version(&self) -> u32 {
        1
    }

    fn tables(&self) -> &'static [&'static str] {
        &["rematches"]
    }

    fn contents(&self) -> &'static [&'static str] {
        &["SELECT * FROM rematches ORDER BY match_id"]
    }

    fn fold(&self, connection: &Connection, change: &Change<'_>) -> Result<(), StoreError> {
        let Fact::Proposed(proposal) = &change.event.fact else {
            return Ok(());
        };
        if let Some(of) = proposal.rematch_of {
            let sql = "INSERT INTO rematches (match_id, rematch) VALUES (?1, ?2) \
                       ON CONFLICT DO UPDATE SET rematch = excluded.rematch";
            connection
                .prepare_cached(sql)?
                .execute(params![of, change.id()])?;
        }
        Ok(())
    }
}

impl Store {
    /// The latest rematch of a match, whatever became of it.
    pub async fn rematch(&self, of: MatchId) -> Result<Option<MatchId>, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT rematch FROM rematches WHERE match_id = ?1";
            Ok(connection
                .prepare_cached(sql)?
                .query_row([of], |row| row.get(0))
                .optional()?)
        };
        self.inner.readers.read(read).await
    }
}

/// Refuses a second rematch of a match while the first one is open, is played, or was.
pub(crate) fn check_only(connection: &Connection, of: MatchId) -> Result<(), StoreError> {
    let sql = "SELECT matches.match_id FROM rematches JOIN matches ON matches.match_id = rematch \
               WHERE rematches.match_id = ?1 AND status IN ('open', 'playing', 'finished')";
    let there = connection
        .prepare_cached(sql)?
        .query_row([of], |row| row.get(0))
        .optional()?;
    match there {
        Some(id) => Err(StoreError::RematchThere(id)),
        None => Ok(()),
    }
}
