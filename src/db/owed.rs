//! Posts and edits that the bot owes to Discord: one table for all kinds.

use rusqlite::{Connection, params};

use super::alarms::About;
use super::error::Result;
use super::places::Announced;
use super::query::Query;
use crate::matches::{Event, Match, MatchId};
use crate::people::Moment;

/// The kinds of posts that matches have: announcements of news, and updates of the card.
pub(crate) const NEWS: &str = "news";
pub(crate) const CARD: &str = "card";

/// A post or edit that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    pub about: About,
    /// The person or server that the post is for.
    pub turn_of: u64,
    /// Since when the post is owed.
    pub since: Moment,
}

/// Stores that a post is owed, unless it is owed already.
pub fn owe(db: &Connection, kind: &str, owed: Owed) -> Result {
    let Owed {
        about,
        turn_of,
        since,
    } = owed;
    let sql = "INSERT INTO owed (kind, match_id, user, place, turn_of, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
    db.run(
        sql,
        params![
            kind,
            about.id,
            about.user,
            about.place.cast_signed(),
            turn_of.cast_signed(),
            since
        ],
    )
}

/// Like [`owe`], but replaces what is owed already.
pub fn owe_anew(db: &Connection, kind: &str, owed: Owed) -> Result {
    paid(db, kind, owed.about)?;
    owe(db, kind, owed)
}

/// Like [`paid`], but only if the post is owed since this moment.
pub fn paid_since(db: &Connection, kind: &str, about: About, since: Moment) -> Result {
    let sql = "DELETE FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4 AND since = ?5";
    let place = about.place.cast_signed();
    db.run(sql, params![kind, about.id, about.user, place, since])
}

/// Deletes an owed post.
pub fn paid(db: &Connection, kind: &str, about: About) -> Result {
    let sql = "DELETE FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
    db.run(
        sql,
        params![kind, about.id, about.user, about.place.cast_signed()],
    )
}

pub fn is_owed(db: &Connection, kind: &str, about: About) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4)";
    let place = about.place.cast_signed();
    db.one(sql, params![kind, about.id, about.user, place], |row| {
        row.get(0)
    })
}

/// Returns since when a post is owed, if it is.
pub(crate) fn owed_since(db: &Connection, kind: &str, about: About) -> Result<Option<Moment>> {
    let sql =
        "SELECT since FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
    let place = about.place.cast_signed();
    db.first(sql, params![kind, about.id, about.user, place], |row| {
        row.get(0)
    })
}

/// Returns the person or server that an owed post is for.
pub(crate) fn turn_of(db: &Connection, kind: &str, about: About) -> Result<Option<u64>> {
    let sql =
        "SELECT turn_of FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
    let place = about.place.cast_signed();
    db.first(sql, params![kind, about.id, about.user, place], |row| {
        Ok(row.get::<_, i64>(0)?.cast_unsigned())
    })
}

/// Returns everything that is owed with its kind, oldest first.
pub fn all(db: &Connection) -> Result<Vec<(String, Owed)>> {
    let sql = "SELECT kind, match_id, user, place, turn_of, since FROM owed ORDER BY since";
    db.all(sql, [], |row| {
        let about = About {
            id: row.get(1)?,
            user: row.get(2)?,
            place: row.get::<_, i64>(3)?.cast_unsigned(),
        };
        let owed = Owed {
            about,
            turn_of: row.get::<_, i64>(4)?.cast_unsigned(),
            since: row.get(5)?,
        };
        Ok((row.get(0)?, owed))
    })
}

/// Counts the owed posts of each kind.
pub(crate) fn counts(db: &Connection) -> Result<Vec<(String, u64)>> {
    let sql = "SELECT kind, count(*) FROM owed GROUP BY kind";
    db.all(sql, [], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs()))
    })
}

/// Returns the owed post of a match, for any kind.
pub(crate) fn of_match(played: &Match, since: Moment) -> Owed {
    Owed {
        about: About::a_match(played.id()),
        turn_of: played.host().0,
        since,
    }
}

/// Owes the posts that events of a match require: their news and an update of the card. Runs in the transaction of the
/// events.
pub(crate) fn follow(db: &Connection, after: &Match, events: &[Event]) -> Result {
    let owed = of_match(after, after.changed_at());
    if events.iter().any(|event| event.fact.is_news()) {
        owe(db, NEWS, owed)?;
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM places WHERE match_id = ?1 AND card IS NOT NULL)";
    let has_card = db.one(sql, [after.id()], |row| row.get(0))?;
    if has_card {
        owe(db, CARD, owed)?;
    }
    Ok(())
}

/// Deletes the owed news of a match if all is announced. Owes an update if the card is new and outdated.
pub(crate) fn announced(db: &Connection, id: MatchId, announced: Announced) -> Result {
    let sql = "DELETE FROM owed WHERE kind = ?1 AND match_id = ?2 \
               AND EXISTS (SELECT 1 FROM places WHERE match_id = ?2 AND announced >= news_seq)";
    db.run(sql, params![NEWS, id])?;
    if announced.card.is_some() {
        card_shown(db, id)?;
    }
    Ok(())
}

/// Deletes the owed update of a card, and owes another one if the card is outdated.
pub(crate) fn card_shown(db: &Connection, id: MatchId) -> Result {
    paid(db, CARD, About::a_match(id))?;
    let sql = "INSERT INTO owed (kind, match_id, user, place, turn_of, since) \
               SELECT ?1, match_id, 0, 0, coalesce(first_player, second_player, challenger), changed_at \
               FROM places JOIN matches USING (match_id) WHERE match_id = ?2 AND card IS NOT NULL AND card_seq < places.seq";
    db.run(sql, params![CARD, id])
}
