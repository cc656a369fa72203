//! Each learner's progress in the lessons.

use rusqlite::{Connection, params};

use crate::db::StoreError;
use crate::games::lessons::LessonId;
use crate::matches::UserId;
use crate::people::Moment;

/// Returns the lessons of all games that a person has done.
pub fn lessons_done(db: &Connection, user: UserId) -> Result<Vec<LessonId>, StoreError> {
    let sql = "SELECT game, lesson FROM lessons WHERE user = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([user])?;
    let mut done = Vec::new();
    while let Some(row) = rows.next()? {
        let (game, lesson): (String, String) = (row.get(0)?, row.get(1)?);
        done.extend(LessonId::new(&game, &lesson));
    }
    Ok(done)
}

/// Returns the keys of the games in which a person has finished a match against a computer.
pub fn played_against_computers(db: &Connection, user: UserId) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT game FROM matches \
               WHERE first_player = ?1 AND ended_at IS NOT NULL AND second_computer IS NOT NULL \
               UNION SELECT game FROM matches \
               WHERE second_player = ?1 AND ended_at IS NOT NULL AND first_computer IS NOT NULL";
    let mut statement = db.prepare_cached(sql)?;
    let games = statement.query_map([user], |row| row.get(0))?;
    Ok(games.collect::<Result<_, _>>()?)
}

/// Stores that a person has done a lesson. The time of the first success is kept.
pub fn lesson_done(
    db: &Connection,
    user: UserId,
    id: &LessonId,
    at: Moment,
) -> Result<(), StoreError> {
    let sql = "INSERT OR IGNORE INTO lessons (user, game, lesson, done_at) VALUES (?1, ?2, ?3, ?4)";
    let row = params![user, id.game(), id.key(), at];
    db.prepare_cached(sql)?.execute(row)?;
    Ok(())
}
