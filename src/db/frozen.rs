use rusqlite::{Connection, params};

use super::alarms::{self, About};
use super::error::{Result, StoreError};
use super::pending_posts::{self, PendingPost};
use super::places::Places;
use super::query::Query;
use crate::matches::{Event, Fact, MatchId, Place, UserId};
use crate::people::Moment;

/// A match whose events cannot be read. Its data comes from the list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrozenMatch {
    pub id: MatchId,
    /// The key of the game.
    pub game: String,
    /// Where the challenge was made.
    pub place: Place,
    pub places: Places,
    /// The players, the challenger and the challenged person.
    pub people: Vec<UserId>,
}

/// The kind of notices to the players of frozen matches.
pub(crate) const NOTICE: &str = "frozen";

/// Freezes an unreadable match: deletes its alarms and enqueues a notice to its players. Returns false if the match was
/// frozen before.
pub fn freeze(db: &Connection, id: MatchId, why: &str, at: Moment) -> Result<bool> {
    let sql =
        "INSERT INTO frozen (match_id, since, why) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    let new = db.changed(sql, params![id, at, why])? > 0;
    if new {
        alarms::clear(db, id)?;
        pending_posts::enqueue(db, NOTICE, notice(id, at))?;
    }
    Ok(new)
}

/// Returns the pending notice to the players of a frozen match.
pub(crate) const fn notice(id: MatchId, since: Moment) -> PendingPost {
    PendingPost {
        about: About::a_match(id),
        fairness_key: 0,
        since,
    }
}

/// Returns the frozen matches, and since when each is frozen.
pub fn frozen(db: &Connection) -> Result<Vec<(MatchId, Moment)>> {
    let sql = "SELECT match_id, since FROM frozen ORDER BY match_id";
    db.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the data of a match, if it is frozen.
pub fn frozen_match(db: &Connection, id: MatchId) -> Result<Option<FrozenMatch>> {
    let sql = "SELECT game, guild, channel, thread, card, board, first_player, second_player, challenger, invited \
               FROM frozen JOIN matches USING (match_id) JOIN places USING (match_id) WHERE match_id = ?1";
    let frozen = db.first(sql, [id], |row| {
        let mut people = Vec::new();
        for name in ["first_player", "second_player", "challenger", "invited"] {
            let person: Option<UserId> = row.get(name)?;
            people.extend(person.filter(|person| !people.contains(person)));
        }
        Ok(FrozenMatch {
            id,
            game: row.get("game")?,
            place: Place {
                guild: row.get("guild")?,
                channel: row.get("channel")?,
            },
            places: Places {
                thread: row.get("thread")?,
                card: row.get("card")?,
                board: row.get("board")?,
            },
            people,
        })
    })?;
    Ok(frozen)
}

fn is_frozen(db: &Connection, id: MatchId) -> Result<bool> {
    let frozen = db.first("SELECT 1 FROM frozen WHERE match_id = ?1", [id], |_| Ok(()))?;
    Ok(frozen.is_some())
}

/// Refuses events of a frozen match, except a thaw, which unfreezes it. Runs in the transaction of the events.
pub(crate) fn check(db: &Connection, id: MatchId, events: &[Event]) -> Result {
    if events
        .iter()
        .any(|event| matches!(event.fact, Fact::Thawed { .. }))
    {
        db.run("DELETE FROM frozen WHERE match_id = ?1", [id])?;
    } else if is_frozen(db, id)? {
        return Err(StoreError::Frozen(id));
    }
    Ok(())
}
