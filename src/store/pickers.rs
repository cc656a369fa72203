use rusqlite::{Connection, OptionalExtension, Row, params};

use super::projection::number;
use super::{Store, StoreError};
use crate::matches::{MatchId, Picker, UserId};

impl Store {
    /// The picker that a player has opened last in a match.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub async fn picker(&self, id: MatchId, user: UserId) -> Result<Option<Picker>, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT board, picks, generation, opened FROM pickers WHERE match_id = ?1 AND user = ?2";
            Ok(connection.prepare_cached(sql)?.query_row([number(id.0), number(user.0)], picker).optional()?)
        };
        self.inner.readers.read(read).await
    }

    /// Opens a picker for a board with these picks, in place of the one that was opened before.
    ///
    /// # Errors
    ///
    /// When there is no such match or it cannot be written.
    pub async fn open_picker(&self, id: MatchId, user: UserId, board: u32, picks: Vec<String>) -> Result<Picker, StoreError> {
        let write = move |connection: &Connection| {
            let sql = "INSERT INTO pickers VALUES (?1, ?2, ?3, ?4, 1, 1) ON CONFLICT DO UPDATE \
                       SET board = excluded.board, picks = excluded.picks, generation = generation + 1, opened = generation + 1 \
                       RETURNING board, picks, generation, opened";
            let row = params![number(id.0), number(user.0), board, picks.join(" ")];
            Ok(connection.prepare_cached(sql)?.query_row(row, picker)?)
        };
        self.inner.writer.write(write).await
    }

    /// Changes the picks of a picker and answers it as it is then; `None` when it is not at this generation any more.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub async fn change_picker(&self, id: MatchId, user: UserId, from: u32, picks: Vec<String>) -> Result<Option<Picker>, StoreError> {
        let write = move |connection: &Connection| {
            let sql = "UPDATE pickers SET picks = ?4, generation = generation + 1 WHERE match_id = ?1 AND user = ?2 AND generation = ?3 \
                       RETURNING board, picks, generation, opened";
            let row = params![number(id.0), number(user.0), from, picks.join(" ")];
            Ok(connection.prepare_cached(sql)?.query_row(row, picker).optional()?)
        };
        self.inner.writer.write(write).await
    }
}

fn picker(row: &Row<'_>) -> rusqlite::Result<Picker> {
    let picks = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
    let picks = picks.split(' ').filter(|pick| !pick.is_empty()).map(str::to_owned).collect();
    Ok(Picker { board: row.get(0)?, picks, generation: row.get(2)?, opened: row.get(3)? })
}
