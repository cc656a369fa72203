//! How far somebody has come with the lessons.

use rusqlite::{Connection, OptionalExtension, params};

use crate::db::StoreError;
use crate::games::lessons::LessonId;
use crate::matches::UserId;
use crate::people::Moment;

/// The lessons that somebody has done, of all games.
pub fn lessons_done(db: &Connection, user: UserId) -> Result<Vec<LessonId>, StoreError> {
    let sql = "SELECT game, lesson FROM lessons WHERE user = ?1 AND done_at IS NOT NULL";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([user])?;
    let mut done = Vec::new();
    while let Some(row) = rows.next()? {
        let (game, lesson): (String, String) = (row.get(0)?, row.get(1)?);
        done.extend(LessonId::new(&game, &lesson));
    }
    Ok(done)
}

/// The keys of the games that somebody has played to the end against a computer.
pub fn played_against_computers(db: &Connection, user: UserId) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT game FROM matches \
               WHERE first_player = ?1 AND ended_at IS NOT NULL AND second_computer IS NOT NULL \
               UNION SELECT game FROM matches \
               WHERE second_player = ?1 AND ended_at IS NOT NULL AND first_computer IS NOT NULL";
    let mut statement = db.prepare_cached(sql)?;
    let games = statement.query_map([user], |row| row.get(0))?;
    Ok(games.collect::<Result<_, _>>()?)
}

/// Begins a lesson with some picks, in place of those that were made before, and answers with their generation.
pub fn open_lesson(
    db: &Connection,
    user: UserId,
    id: &LessonId,
    picks: &[String],
) -> Result<u32, StoreError> {
    let sql = "INSERT INTO lessons (user, game, lesson, picks, generation) VALUES (?1, ?2, ?3, ?4, 1) \
               ON CONFLICT DO UPDATE SET picks = excluded.picks, generation = generation + 1 \
               RETURNING generation";
    let row = params![user, id.game(), id.key(), picks.join(" ")];
    Ok(db.prepare_cached(sql)?.query_row(row, |row| row.get(0))?)
}

/// The picks that somebody has made in a lesson, and their generation.
pub fn lesson_picks(
    db: &Connection,
    user: UserId,
    id: &LessonId,
) -> Result<Option<(Vec<String>, u32)>, StoreError> {
    let sql = "SELECT picks, generation FROM lessons WHERE user = ?1 AND game = ?2 AND lesson = ?3";
    let row = params![user, id.game(), id.key()];
    let found: Option<(String, u32)> = db
        .prepare_cached(sql)?
        .query_row(row, |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(found.map(|(picks, generation)| {
        let picks = picks.split(' ').filter(|pick| !pick.is_empty());
        (picks.map(str::to_owned).collect(), generation)
    }))
}

/// Changes the picks of a lesson, and answers with their generation; `None` when they are not at this one any more.
pub fn change_lesson(
    db: &Connection,
    user: UserId,
    id: &LessonId,
    generation: u32,
    picks: &[String],
) -> Result<Option<u32>, StoreError> {
    let sql = "UPDATE lessons SET picks = ?5, generation = generation + 1 \
               WHERE user = ?1 AND game = ?2 AND lesson = ?3 AND generation = ?4 RETURNING generation";
    let row = params![user, id.game(), id.key(), generation, picks.join(" ")];
    Ok(db
        .prepare_cached(sql)?
        .query_row(row, |row| row.get(0))
        .optional()?)
}

/// Keeps that somebody has done a lesson. When they did it first stays.
pub fn lesson_done(
    db: &Connection,
    user: UserId,
    id: &LessonId,
    at: Moment,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO lessons (user, game, lesson, picks, generation, done_at) VALUES (?1, ?2, ?3, '', 1, ?4) \
               ON CONFLICT DO UPDATE SET done_at = coalesce(done_at, excluded.done_at)";
    let row = params![user, id.game(), id.key(), at];
    db.prepare_cached(sql)?.execute(row)?;
    Ok(())
}
