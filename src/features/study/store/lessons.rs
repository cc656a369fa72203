//! Each learner's progress in the lessons.

use rusqlite::{Connection, params};

use crate::db::{Query, Result};
use crate::games::lessons::LessonId;
use crate::matches::UserId;
use crate::people::Moment;

/// Returns the lessons of all games that a person has done.
pub fn lessons_done(db: &Connection, user: UserId) -> Result<Vec<LessonId>> {
    let sql = "SELECT game, lesson FROM lessons WHERE user = ?1";
    let done = db.all(sql, [user], |row| {
        let (game, lesson): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(LessonId::new(&game, &lesson))
    })?;
    Ok(done.into_iter().flatten().collect())
}

/// Returns the keys of the games in which a person has finished a match against a computer.
pub fn played_against_computers(db: &Connection, user: UserId) -> Result<Vec<String>> {
    let sql = "SELECT game FROM matches \
               WHERE first_player = ?1 AND ended_at IS NOT NULL AND second_computer IS NOT NULL \
               UNION SELECT game FROM matches \
               WHERE second_player = ?1 AND ended_at IS NOT NULL AND first_computer IS NOT NULL";
    db.all(sql, [user], |row| row.get(0))
}

/// Stores that a person has done a lesson. The time of the first success is kept.
pub fn lesson_done(db: &Connection, user: UserId, id: &LessonId, at: Moment) -> Result {
    let sql = "INSERT OR IGNORE INTO lessons (user, game, lesson, done_at) VALUES (?1, ?2, ?3, ?4)";
    let row = params![user, id.game(), id.key(), at];
    db.run(sql, row)
}
