use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::db::StoreError;
use crate::features::boards::model::practice::{About, Practice};
use crate::matches::UserId;
use crate::people::Moment;

/// How many boards of practice a person has at most: the one used longest ago gives way.
const MOST: u32 = 100;

/// What stands between two turns.
const BETWEEN: &str = " | ";

/// Opens a person's board of practice about something: as it was left, if there is one.
pub fn open_practice(
    db: &Connection,
    user: UserId,
    about: &About,
    at: Moment,
) -> Result<Practice, StoreError> {
    let sql = "INSERT INTO practice (user, about, turns, picks, generation, at) VALUES (?1, ?2, '', '', 1, ?3) \
               ON CONFLICT (user, about) DO UPDATE SET generation = generation + 1, at = excluded.at \
               RETURNING number, about, turns, picks, generation";
    let row = params![user, about.to_string(), at];
    let opened = db
        .prepare_cached(sql)?
        .query_row(row, |row| read(row, about))?;
    let sql = "DELETE FROM practice WHERE user = ?1 AND at < \
               (SELECT at FROM practice WHERE user = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)";
    db.prepare_cached(sql)?.execute(params![user, MOST - 1])?;
    Ok(opened)
}

/// A board of practice, with whose it is.
pub fn practice(db: &Connection, board: u64) -> Result<Option<(UserId, Practice)>, StoreError> {
    let sql =
        "SELECT number, about, turns, picks, generation, user FROM practice WHERE number = ?1";
    let found = db
        .prepare_cached(sql)?
        .query_row([board.cast_signed()], |row| {
            let about = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
            let Some(about) = About::parse(about) else {
                return Ok(None);
            };
            let user = row.get(5)?;
            Ok(Some((user, read(row, &about)?)))
        })
        .optional()?;
    Ok(found.flatten())
}

/// Changes where a board of practice is and answers it as it is then; `None` when it is not at the generation any more that
/// `changed` came from.
pub fn change_practice(
    db: &Connection,
    changed: &Practice,
    at: Moment,
) -> Result<Option<Practice>, StoreError> {
    let sql = "UPDATE practice SET turns = ?3, picks = ?4, generation = generation + 1, at = ?5 \
               WHERE number = ?1 AND generation = ?2 RETURNING number, about, turns, picks, generation";
    let row = params![
        changed.number.cast_signed(),
        changed.generation,
        changed.turns.join(BETWEEN),
        changed.picks.join(" "),
        at
    ];
    Ok(db
        .prepare_cached(sql)?
        .query_row(row, |row| read(row, &changed.about))
        .optional()?)
}

fn read(row: &Row<'_>, about: &About) -> rusqlite::Result<Practice> {
    let parts = |column: usize, between: &str| {
        let text = row
            .get_ref(column)?
            .as_str()
            .map_err(rusqlite::Error::from)?;
        let parts = text.split(between).filter(|part| !part.is_empty());
        Ok::<_, rusqlite::Error>(parts.map(str::to_owned).collect())
    };
    Ok(Practice {
        number: row.get::<_, i64>(0)?.cast_unsigned(),
        about: about.clone(),
        turns: parts(2, BETWEEN)?,
        picks: parts(3, " ")?,
        generation: row.get(4)?,
    })
}
