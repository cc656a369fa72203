use rusqlite::{Connection, params};

use crate::db::StoreError;
use crate::matches::{Event, Fact, MOST_BLOCKS, Match, Player, Refusal, UserId};
use crate::people::Moment;

/// Keeps somebody from challenging a person and from taking their challenges.
///
/// # Errors
///
/// [`StoreError::Refused`] when the person has blocked as many as they may, or when it cannot be written.
pub fn block(
    db: &Connection,
    blocker: UserId,
    blocked: UserId,
    now: Moment,
) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT OR IGNORE INTO blocks (blocker, blocked, since) VALUES (?1, ?2, ?3)",
    )?
    .execute(params![blocker, blocked, now])?;
    let count: u32 = db
        .prepare_cached("SELECT count(*) FROM blocks WHERE blocker = ?1")?
        .query_row([blocker], |row| row.get(0))?;
    if count > MOST_BLOCKS {
        return Err(Refusal::TooManyBlocks { most: MOST_BLOCKS }.into());
    }
    Ok(())
}

/// Blocks somebody no more; whether they were blocked.
pub fn unblock(db: &Connection, blocker: UserId, blocked: UserId) -> Result<bool, StoreError> {
    let removed = db
        .prepare_cached("DELETE FROM blocks WHERE blocker = ?1 AND blocked = ?2")?
        .execute(params![blocker, blocked])?;
    Ok(removed > 0)
}

/// The people that a person has blocked, the latest first.
pub fn blocked_by(db: &Connection, blocker: UserId) -> Result<Vec<(UserId, Moment)>, StoreError> {
    let mut statement = db.prepare_cached(
        "SELECT blocked, since FROM blocks WHERE blocker = ?1 ORDER BY since DESC, blocked",
    )?;
    let blocked = statement.query_map([blocker], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(blocked.collect::<Result<_, _>>()?)
}

/// Refuses events that would challenge, or accept a challenge of, a person with a block in either direction. `after` is the
/// match after the events, which are not written yet.
pub(crate) fn check(db: &Connection, after: &Match, events: &[Event]) -> Result<(), StoreError> {
    let proposal = after.proposal();
    let challenger = proposal.challenger;
    for event in events {
        let (other, refusal) = match &event.fact {
            Fact::Proposed(_) | Fact::Renewed => (proposal.invited, Refusal::CannotChallenge),
            Fact::Accepted { by } => (Some(*by), Refusal::CannotTake),
            _ => continue,
        };
        let Some(other) = other.and_then(Player::person) else {
            continue;
        };
        // A person who has blocked the other is told so; a blocked person is not.
        let (own, theirs) = match &event.fact {
            Fact::Accepted { .. } => ((other, challenger), (challenger, other)),
            _ => ((challenger, other), (other, challenger)),
        };
        if has_blocked(db, own)? {
            return Err(Refusal::BlockedYourself.into());
        }
        if has_blocked(db, theirs)? {
            return Err(refusal.into());
        }
    }
    Ok(())
}

fn has_blocked(db: &Connection, (blocker, blocked): (UserId, UserId)) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT EXISTS (SELECT 1 FROM blocks WHERE blocker = ?1 AND blocked = ?2)")?
        .query_row(params![blocker, blocked], |row| row.get(0))
}
