use rusqlite::Connection;

use crate::db::{Query, Result};
use crate::matches::{Level, UserId};

/// Returns the level to offer a person in a game: that of their last match against a computer, or else the lowest one
/// for a first match of the game.
pub(crate) fn level_for(db: &Connection, user: UserId, game: &str) -> Result<Level> {
    let sql = "SELECT coalesce(first_computer, second_computer) FROM appearances JOIN matches USING (match_id) \
               WHERE user = ?1 AND game = ?2 AND first_player IS NOT second_player \
               ORDER BY first_computer IS NULL AND second_computer IS NULL, match_id DESC LIMIT 1";
    let last: Option<Option<u8>> = db.first(sql, (user, game), |row| row.get(0))?;
    Ok(match last {
        Some(level) => level.and_then(Level::numbered).unwrap_or(Level::Casual),
        None => Level::Beginner,
    })
}
