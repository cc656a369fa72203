use rusqlite::{Connection, params};

use crate::db::{Query, Result};
use crate::features::moderation::model::ModerationRefusal;
use crate::matches::{Event, Fact, MOST_BLOCKS, Match, Player, UserId};
use crate::people::Moment;

/// Stores a block.
///
/// # Errors
///
/// [`StoreError::Refused`](crate::db::StoreError::Refused) if the person has blocked as many people as allowed; other errors if the write fails.
pub fn block(db: &Connection, blocker: UserId, blocked: UserId, now: Moment) -> Result {
    let sql = "INSERT OR IGNORE INTO blocks (blocker, blocked, since) VALUES (?1, ?2, ?3)";
    db.run(sql, params![blocker, blocked, now])?;
    let sql = "SELECT count(*) FROM blocks WHERE blocker = ?1";
    let count: u32 = db.one(sql, [blocker], |row| row.get(0))?;
    if count > MOST_BLOCKS {
        return Err(ModerationRefusal::TooManyBlocks { most: MOST_BLOCKS }.into());
    }
    Ok(())
}

/// Removes a block; `false` if there was none.
pub fn unblock(db: &Connection, blocker: UserId, blocked: UserId) -> Result<bool> {
    let sql = "DELETE FROM blocks WHERE blocker = ?1 AND blocked = ?2";
    let removed = db.changed(sql, params![blocker, blocked])?;
    Ok(removed > 0)
}

/// Returns the people that a person has blocked, latest first.
pub fn blocked_by(db: &Connection, blocker: UserId) -> Result<Vec<(UserId, Moment)>> {
    let sql = "SELECT blocked, since FROM blocks WHERE blocker = ?1 ORDER BY since DESC, blocked";
    db.all(sql, [blocker], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the people whom a person has blocked or who have blocked that person.
pub(crate) fn apart_from(db: &Connection, user: UserId) -> Result<Vec<UserId>> {
    let sql = "SELECT blocked FROM blocks WHERE blocker = ?1 UNION SELECT blocker FROM blocks WHERE blocked = ?1";
    db.all(sql, [user], |row| row.get(0))
}

/// Returns an error for events that a block between the two people forbids.
///
/// Such events challenge the other person or accept their challenge, outside of contests. `after` is the match after the events,
/// which are not stored yet.
pub(crate) fn check(db: &Connection, after: &Match, events: &[Event]) -> Result {
    let proposal = after.proposal();
    // Who joins a contest plays everybody with whom it pairs them; it asks itself where a block matters.
    if proposal.contest.is_some() {
        return Ok(());
    }
    let challenger = proposal.challenger;
    for event in events {
        let (other, refusal) = match &event.fact {
            Fact::Proposed(_) | Fact::Renewed => {
                (proposal.invited, ModerationRefusal::CannotChallenge)
            }
            Fact::Accepted { by } => (Some(*by), ModerationRefusal::CannotTake),
            _ => continue,
        };
        let Some(other) = other.and_then(Player::person) else {
            continue;
        };
        // The refusal tells people about their own block only.
        let (own, theirs) = match &event.fact {
            Fact::Accepted { .. } => ((other, challenger), (challenger, other)),
            _ => ((challenger, other), (other, challenger)),
        };
        if has_blocked(db, own)? {
            return Err(ModerationRefusal::BlockedYourself.into());
        }
        if has_blocked(db, theirs)? {
            return Err(refusal.into());
        }
    }
    Ok(())
}

/// Whether one person has blocked another.
pub(crate) fn has_blocked(db: &Connection, (blocker, blocked): (UserId, UserId)) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM blocks WHERE blocker = ?1 AND blocked = ?2)";
    let has = db.one(sql, params![blocker, blocked], |row| row.get(0))?;
    Ok(has)
}
