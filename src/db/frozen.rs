use rusqlite::{Connection, OptionalExtension, params};

use super::alarms::{self, About};
use super::error::StoreError;
use super::owed::{self, Owed};
use super::places::Places;
use crate::matches::{Event, Fact, MatchId, Place, Refusal, UserId};
use crate::people::Moment;

/// A match whose events cannot be read: all that is known of it stands in the list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrozenMatch {
    pub id: MatchId,
    /// The key of its game.
    pub game: String,
    /// Where the challenge was made.
    pub place: Place,
    /// Where it is shown.
    pub places: Places,
    /// The people who play in it, or who made the challenge and were challenged.
    pub people: Vec<UserId>,
}

/// The kind of the notices that players of frozen matches are owed.
pub(crate) const NOTICE: &str = "frozen";

/// Notes that a match cannot be read, and why, and that its players must be told; its alarms are gone. Returns whether
/// that is new.
pub fn freeze(db: &Connection, id: MatchId, why: &str, at: Moment) -> Result<bool, StoreError> {
    let sql =
        "INSERT INTO frozen (match_id, since, why) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    let new = db.prepare_cached(sql)?.execute(params![id, at, why])? > 0;
    if new {
        alarms::clear(db, id)?;
        owed::owe(db, NOTICE, notice(id, at))?;
    }
    Ok(new)
}

/// The notice that players of a match are owed.
pub(crate) const fn notice(id: MatchId, since: Moment) -> Owed {
    Owed {
        about: About::a_match(id),
        turn_of: 0,
        since,
    }
}

/// The matches that could not be read, and since when.
pub fn frozen(db: &Connection) -> Result<Vec<(MatchId, Moment)>, StoreError> {
    let mut statement = db.prepare("SELECT match_id, since FROM frozen ORDER BY match_id")?;
    let frozen = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(frozen.collect::<Result<_, _>>()?)
}

/// What is known of a match, if it is frozen.
pub fn frozen_match(db: &Connection, id: MatchId) -> Result<Option<FrozenMatch>, StoreError> {
    let sql = "SELECT game, guild, channel, thread, card, board, first_player, second_player, challenger, invited \
               FROM frozen JOIN matches USING (match_id) JOIN places USING (match_id) WHERE match_id = ?1";
    let frozen = db.prepare_cached(sql)?.query_row([id], |row| {
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
    });
    Ok(frozen.optional()?)
}

/// Whether a match was found to be unreadable.
fn is_frozen(db: &Connection, id: MatchId) -> rusqlite::Result<bool> {
    let frozen = db
        .prepare_cached("SELECT 1 FROM frozen WHERE match_id = ?1")?
        .query_row([id], |_| Ok(()));
    Ok(frozen.optional()?.is_some())
}

/// Lets a frozen match take no event but its thaw, which ends that. Part of the transaction of the events.
pub(crate) fn check(db: &Connection, id: MatchId, events: &[Event]) -> Result<(), StoreError> {
    if events
        .iter()
        .any(|event| matches!(event.fact, Fact::Thawed { .. }))
    {
        db.prepare_cached("DELETE FROM frozen WHERE match_id = ?1")?
            .execute([id])?;
    } else if is_frozen(db, id)? {
        return Err(Refusal::Frozen(id).into());
    }
    Ok(())
}
