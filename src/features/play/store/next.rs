//! Which matches *Next* offers to a person after all others.

use std::time::Duration;

use rusqlite::{Connection, params};

use crate::db::{Query, Result};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// How long a skipped match is offered after the others.
const SKIPPED: Duration = Duration::from_hours(12);

/// How long a match is offered after the others once its player has made a turn in it.
const PLAYED: Duration = Duration::from_hours(1);

/// Sets a match aside: until another board is shown if one was skipped, else because a turn was played in it.
pub fn set_aside(
    db: &Connection,
    user: UserId,
    id: MatchId,
    skipped: Option<u32>,
    now: Moment,
) -> Result {
    db.run(
        "DELETE FROM set_aside WHERE user = ?1 AND until <= ?2",
        params![user, now],
    )?;
    let until = now.after(if skipped.is_some() { SKIPPED } else { PLAYED });
    db.run(
        "INSERT OR REPLACE INTO set_aside (user, match_id, board, at, until) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![user, id, skipped, now, until],
    )
}

/// Returns the matches that a person has set aside, each with the board that was skipped, in that order.
pub fn all_set_aside(
    db: &Connection,
    user: UserId,
    now: Moment,
) -> Result<Vec<(MatchId, Option<u32>)>> {
    let sql = "SELECT match_id, board FROM set_aside WHERE user = ?1 AND until > ?2 ORDER BY at, match_id";
    db.all(sql, params![user, now], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}
