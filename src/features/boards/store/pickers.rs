use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::db::StoreError;
use crate::features::boards::model::picker::Picker;
use crate::matches::{Line, MatchId, UserId};

/// The picker that a player has opened last in a match.
pub fn picker(db: &Connection, id: MatchId, user: UserId) -> Result<Option<Picker>, StoreError> {
    let sql = "SELECT board, line, picks, generation, opened FROM pickers WHERE match_id = ?1 AND user = ?2";
    Ok(db
        .prepare_cached(sql)?
        .query_row((id, user), read)
        .optional()?)
}

/// Opens a picker in place of the one that was opened before, and answers it with its numbers.
///
/// # Errors
///
/// When there is no such match or it cannot be written.
pub fn open_picker(
    db: &Connection,
    id: MatchId,
    user: UserId,
    opened: &Picker,
) -> Result<Picker, StoreError> {
    let sql = "INSERT INTO pickers (match_id, user, board, line, picks, generation, opened) VALUES (?1, ?2, ?3, ?4, ?5, 1, 1) \
               ON CONFLICT DO UPDATE SET board = excluded.board, line = excluded.line, picks = excluded.picks, \
               generation = generation + 1, opened = generation + 1 \
               RETURNING board, line, picks, generation, opened";
    let row = params![id, user, opened.board, line(opened), opened.picks.join(" ")];
    Ok(db.prepare_cached(sql)?.query_row(row, read)?)
}

/// Changes what a picker is at and answers it as it is then; `None` when it is not at the generation any more that
/// `changed` came from.
pub fn change_picker(
    db: &Connection,
    id: MatchId,
    user: UserId,
    changed: &Picker,
) -> Result<Option<Picker>, StoreError> {
    let sql = "UPDATE pickers SET board = ?4, line = ?5, picks = ?6, generation = generation + 1 \
               WHERE match_id = ?1 AND user = ?2 AND generation = ?3 \
               RETURNING board, line, picks, generation, opened";
    let row = params![
        id,
        user,
        changed.generation,
        changed.board,
        line(changed),
        changed.picks.join(" ")
    ];
    Ok(db.prepare_cached(sql)?.query_row(row, read).optional()?)
}

fn line(picker: &Picker) -> Option<String> {
    picker.line.clone().map(|turns| {
        Line {
            board: picker.board,
            turns,
        }
        .text()
    })
}

fn read(row: &Row<'_>) -> rusqlite::Result<Picker> {
    let board = row.get(0)?;
    let line = row
        .get::<_, Option<String>>(1)?
        .map(|text| Line::from_text(board, &text).turns);
    let picks = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
    let picks = picks
        .split(' ')
        .filter(|pick| !pick.is_empty())
        .map(str::to_owned)
        .collect();
    Ok(Picker {
        board,
        line,
        picks,
        generation: row.get(3)?,
        opened: row.get(4)?,
    })
}
