use rusqlite::{Connection, Row, params};

use crate::db::{Query, Result};
use crate::features::play::model::session::{About, Session, Sitting};
use crate::features::play::session_press::SessionId;
use crate::matches::UserId;
use crate::people::Moment;

anteroom_matches::id_columns!(SessionId);

/// The most sessions of a person; the least recently used one is deleted.
const MOST: u32 = 100;

/// The separator of turns.
const BETWEEN: &str = " | ";

/// Returns a board session with its owner.
pub fn session(db: &Connection, id: SessionId) -> Result<Option<(UserId, Session)>> {
    let sql = "SELECT number, about, turns, picks, generation, next_since, next_played, user FROM board_sessions WHERE number = ?1";
    let found = db.first(sql, [id], |row| Ok((row.get(7)?, read(row)?)))?;
    Ok(found.and_then(|(user, session)| Some((user, session?))))
}

/// Returns a person's session in the slot of this purpose.
pub fn session_before(db: &Connection, user: UserId, about: &About) -> Result<Option<Session>> {
    let sql = "SELECT number, about, turns, picks, generation, next_since, next_played FROM board_sessions WHERE user = ?1 AND slot = ?2";
    Ok(db.first(sql, params![user, about.slot()], read)?.flatten())
}

/// Opens a session under a new id, in place of the one in the same slot.
pub fn open_session(
    db: &Connection,
    user: UserId,
    mut session: Session,
    at: Moment,
) -> Result<Session> {
    // Of two quick presses, the second shows the session of the first: either message may be the last to arrive.
    let is_fresh = |open: &Session| open.sitting.is_some_and(|sitting| sitting.is_fresh(at));
    if session.sitting.is_some()
        && let Some(open) = session_before(db, user, &session.about)?
        && open.about == session.about
        && is_fresh(&open)
    {
        return Ok(open);
    }
    let sql = "INSERT OR REPLACE INTO board_sessions (user, slot, about, turns, picks, generation, at, next_since, next_played) \
               VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8) RETURNING number, generation";
    let row = params![
        user,
        session.about.slot(),
        session.about.to_string(),
        session.turns.join(BETWEEN),
        session.picks.join(" "),
        at,
        session.sitting.map(|sitting| sitting.since),
        session.sitting.and_then(|sitting| sitting.played)
    ];
    (session.id, session.generation) = db.one(sql, row, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let sql = "DELETE FROM board_sessions WHERE user = ?1 AND at < \
               (SELECT at FROM board_sessions WHERE user = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)";
    db.run(sql, params![user, MOST - 1])?;
    Ok(session)
}

/// Stores a changed session with the next generation; `None` if its generation was not the latest.
pub fn change_session(
    db: &Connection,
    mut session: Session,
    at: Moment,
) -> Result<Option<Session>> {
    let sql = "UPDATE board_sessions SET about = ?3, turns = ?4, picks = ?5, generation = generation + 1, at = ?6 \
               WHERE number = ?1 AND generation = ?2";
    let row = params![
        session.id,
        session.generation,
        session.about.to_string(),
        session.turns.join(BETWEEN),
        session.picks.join(" "),
        at
    ];
    let changed = db.changed(sql, row)?;
    session.generation += 1;
    Ok((changed > 0).then_some(session))
}

/// Reads a session; `None` if its purpose is of a later version.
fn read(row: &Row<'_>) -> rusqlite::Result<Option<Session>> {
    let text = |column: usize| {
        let text = row.get_ref(column)?.as_str();
        text.map_err(rusqlite::Error::from)
    };
    let parts = |column: usize, between: &str| {
        let parts = text(column)?.split(between).filter(|part| !part.is_empty());
        Ok::<_, rusqlite::Error>(parts.map(str::to_owned).collect())
    };
    let Some(about) = About::parse(text(1)?) else {
        return Ok(None);
    };
    let since: Option<Moment> = row.get(5)?;
    let played = row.get(6)?;
    let sitting = since.map(|since| Sitting { since, played });
    Ok(Some(Session {
        id: row.get(0)?,
        about,
        turns: parts(2, BETWEEN)?,
        picks: parts(3, " ")?,
        generation: row.get(4)?,
        sitting,
    }))
}
