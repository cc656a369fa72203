use rusqlite::{Connection, Row, params};

use crate::db::alarms::About;
use crate::db::pending_posts::{self, PendingPost};
use crate::db::{Query, Result};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// The kind of the posts about published notes.
pub(crate) const PUBLISHED: &str = "notes";

/// A player's note on a board of their match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub owner: UserId,
    /// The ply of the board.
    pub ply: u32,
    /// The text, as the player typed it.
    pub text: String,
    /// Whether everyone may see it.
    pub published: bool,
}

/// The result of storing a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKept {
    /// The note is new.
    New,
    /// The note replaced one on the same turn.
    Replaced,
    /// The player has as many notes as allowed.
    Full,
}

/// Stores a player's note, replacing one on the same board, unless they have `most` others.
pub fn store_note(db: &Connection, id: MatchId, note: Note, most: u32) -> Result<NoteKept> {
    let sql = "SELECT 1 FROM notes WHERE match_id = ?1 AND user = ?2 AND ply = ?3";
    let there = db.first(sql, params![id, note.owner, note.ply], |_| Ok(()))?;
    let there = there.is_some();
    let sql = "SELECT count(*) FROM notes WHERE match_id = ?1 AND user = ?2";
    let count: u32 = db.one(sql, params![id, note.owner], |row| row.get(0))?;
    if !there && count >= most {
        return Ok(NoteKept::Full);
    }
    let sql = "INSERT OR REPLACE INTO notes (match_id, user, ply, text, published) VALUES (?1, ?2, ?3, ?4, ?5)";
    let params = params![id, note.owner, note.ply, note.text, note.published];
    db.run(sql, params)?;
    Ok(if there {
        NoteKept::Replaced
    } else {
        NoteKept::New
    })
}

/// Returns the notes on a match that `viewer` may see: own and published ones, by player and ply.
pub fn notes(db: &Connection, id: MatchId, viewer: UserId) -> Result<Vec<Note>> {
    let sql = "SELECT user, ply, text, published FROM notes WHERE match_id = ?1 AND (user = ?2 OR published) \
               ORDER BY user, ply";
    db.all(sql, params![id, viewer], note)
}

/// Publishes a player's notes on a match, and enqueues a post about them in the thread. Returns the number of notes
/// that were not public before.
pub(crate) fn publish_notes(
    db: &Connection,
    id: MatchId,
    owner: UserId,
    now: Moment,
) -> Result<usize> {
    let sql = "UPDATE notes SET published = 1 WHERE match_id = ?1 AND user = ?2 AND NOT published";
    let published = db.changed(sql, params![id, owner])?;
    if published > 0 {
        pending_posts::enqueue(db, PUBLISHED, post_of(id, owner, now))?;
    }
    Ok(published)
}

/// Returns the row for the post about a player's published notes.
pub(crate) fn post_of(id: MatchId, owner: UserId, since: Moment) -> PendingPost {
    PendingPost {
        about: About::turn(id, owner),
        fairness_key: owner.0,
        since,
    }
}

/// Returns the plies of a player's published notes, in order.
pub(crate) fn published(db: &Connection, id: MatchId, owner: UserId) -> Result<Vec<u32>> {
    let sql = "SELECT ply FROM notes WHERE match_id = ?1 AND user = ?2 AND published ORDER BY ply";
    db.all(sql, params![id, owner], |row| row.get(0))
}

/// Deletes a player's notes on a match. Returns their number.
pub fn clear_notes(db: &Connection, id: MatchId, owner: UserId) -> Result<usize> {
    let sql = "DELETE FROM notes WHERE match_id = ?1 AND user = ?2";
    db.changed(sql, params![id, owner])
}

fn note(row: &Row<'_>) -> rusqlite::Result<Note> {
    Ok(Note {
        owner: row.get(0)?,
        ply: row.get(1)?,
        text: row.get(2)?,
        published: row.get(3)?,
    })
}
