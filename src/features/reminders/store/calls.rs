//! The reminders whose buttons lead to a turn that waits.

use rusqlite::{Connection, params};

use crate::db::pending_posts;
use crate::db::{Query, Result};
use crate::matches::{ChannelId, Match, MatchId, MessageId};

/// The kind of posts that take a turn that waits no more from its reminders.
pub(crate) const OLD_CALLS: &str = "old calls";

/// A reminder of one match, possibly beside others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) id: MatchId,
    /// The number of the board to which it calls.
    pub(crate) board: u32,
    pub(crate) channel: ChannelId,
    pub(crate) message: MessageId,
}

impl Call {
    /// Returns the call of a message to the turn that is due.
    pub(crate) fn to(now: &Match, channel: ChannelId, message: MessageId) -> Self {
        Self {
            id: now.id(),
            board: now.board(),
            channel,
            message,
        }
    }

    /// Whether the turn waits no more.
    pub(crate) fn is_old(&self, now: &Match) -> bool {
        now.board() != self.board || now.is_paused() || now.person_to_move().is_none()
    }
}

/// Stores the call of a message to the turn of a match. Queues its edit if the match has changed since the message was
/// composed.
pub(crate) fn insert(db: &Connection, call: &Call, composed: &Match) -> Result {
    let sql =
        "INSERT OR REPLACE INTO calls (message, match_id, channel, board) VALUES (?1, ?2, ?3, ?4)";
    db.run(
        sql,
        params![call.message, call.id, call.channel, call.board],
    )?;
    let seq: Option<u32> = db.first(
        "SELECT seq FROM matches WHERE match_id = ?1",
        [call.id],
        |row| row.get(0),
    )?;
    match seq == Some(composed.seq()) {
        true => Ok(()),
        false => enqueue(db, composed),
    }
}

/// Returns the calls to a match.
pub(crate) fn of_match(db: &Connection, id: MatchId) -> Result<Vec<Call>> {
    let sql = "SELECT message, channel, board FROM calls WHERE match_id = ?1 ORDER BY message";
    db.all(sql, [id], |row| {
        Ok(Call {
            id,
            message: row.get(0)?,
            channel: row.get(1)?,
            board: row.get(2)?,
        })
    })
}

/// Whether the message of a call calls to other matches too.
pub(crate) fn has_others(db: &Connection, call: &Call) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM calls WHERE message = ?1 AND match_id <> ?2)";
    db.one(sql, params![call.message, call.id], |row| row.get(0))
}

/// Deletes a call.
pub(crate) fn delete(db: &Connection, call: &Call) -> Result {
    let sql = "DELETE FROM calls WHERE message = ?1 AND match_id = ?2";
    db.run(sql, params![call.message, call.id])
}

/// Queues the edits of calls to turns that wait no more. Runs in the transaction of the match's events.
pub(crate) fn enqueue_old(db: &Connection, now: &Match) -> Result {
    match of_match(db, now.id())?.iter().any(|call| call.is_old(now)) {
        true => enqueue(db, now),
        false => Ok(()),
    }
}

fn enqueue(db: &Connection, now: &Match) -> Result {
    let pending = pending_posts::of_match(now, now.changed_at());
    pending_posts::replace(db, OLD_CALLS, pending)
}
