use rusqlite::{Connection, OptionalExtension, params};

use super::alarms;
use super::error::StoreError;
use super::places::Places;
use crate::db::Store;
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
    /// Where it is to be seen.
    pub places: Places,
    /// The people who play in it, or who made the challenge and were challenged.
    pub people: Vec<UserId>,
}

impl Store {
    /// Notes that a match cannot be read, and why; its alarms are gone. Returns whether that is new.
    pub async fn freeze(&self, id: MatchId, why: String, at: Moment) -> Result<bool, StoreError> {
        let write = move |connection: &Connection| {
            alarms::clear(connection, id)?;
            let sql = "INSERT INTO frozen (match_id, since, why) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            let new = connection
                .prepare_cached(sql)?
                .execute(params![id, at, why])?;
            Ok(new > 0)
        };
        self.inner.writer.write(write).await
    }

    /// The matches that could not be read, and since when.
    pub async fn frozen(&self) -> Result<Vec<(MatchId, Moment)>, StoreError> {
        let read = |connection: &Connection| {
            let mut statement =
                connection.prepare("SELECT match_id, since FROM frozen ORDER BY match_id")?;
            let frozen = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(frozen.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// The frozen matches whose players have not been told so, the oldest first.
    pub async fn frozen_untold(&self) -> Result<Vec<FrozenMatch>, StoreError> {
        let read = |connection: &Connection| {
            let mut statement = connection.prepare(
                "SELECT match_id, game, guild, channel, thread, card, board, first_player, second_player, challenger, invited \
                 FROM frozen JOIN matches USING (match_id) JOIN places USING (match_id) WHERE NOT told ORDER BY since, match_id",
            )?;
            let frozen = statement.query_map([], |row| {
                let mut people = Vec::new();
                for name in ["first_player", "second_player", "challenger", "invited"] {
                    let person: Option<UserId> = row.get(name)?;
                    people.extend(person.filter(|person| !people.contains(person)));
                }
                Ok(FrozenMatch {
                    id: row.get("match_id")?,
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
            Ok(frozen.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// The players of a frozen match have been told, or cannot be.
    pub async fn frozen_told(&self, id: MatchId) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            connection
                .prepare_cached("UPDATE frozen SET told = 1 WHERE match_id = ?1")?
                .execute([id])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Whether a match was found to be unreadable.
    pub async fn is_frozen(&self, id: MatchId) -> Result<bool, StoreError> {
        let read = move |connection: &Connection| Ok(is_frozen(connection, id)?);
        self.inner.readers.read(read).await
    }
}

fn is_frozen(connection: &Connection, id: MatchId) -> rusqlite::Result<bool> {
    let frozen = connection
        .prepare_cached("SELECT 1 FROM frozen WHERE match_id = ?1")?
        .query_row([id], |_| Ok(()));
    Ok(frozen.optional()?.is_some())
}

/// Lets a frozen match take no event but its thaw, which ends that. Part of the transaction of the events.
pub(crate) fn check(
    connection: &Connection,
    id: MatchId,
    events: &[Event],
) -> Result<(), StoreError> {
    if events
        .iter()
        .any(|event| matches!(event.fact, Fact::Thawed { .. }))
    {
        connection
            .prepare_cached("DELETE FROM frozen WHERE match_id = ?1")?
            .execute([id])?;
    } else if is_frozen(connection, id)? {
        return Err(Refusal::Frozen(id).into());
    }
    Ok(())
}
