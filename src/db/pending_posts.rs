//! Pending posts: posts and edits that the bot has still to make in Discord, in one table for all kinds.

use rusqlite::{Connection, params};

use super::alarms::About;
use super::error::Result;
use super::places::Announced;
use super::query::Query;
use crate::matches::{ChannelId, Event, Match, MatchId};
use crate::people::Moment;

/// The kinds of posts that matches have: announcements of news, and updates of the card.
pub(crate) const NEWS: &str = "news";
pub(crate) const CARD: &str = "card";

/// The deletion of the lines in which Discord says that threads were opened in a channel.
pub(crate) const THREAD_LINES: &str = "thread-lines";

/// A post or edit that is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingPost {
    pub about: About,
    /// The person or server that the post is for: they take turns.
    pub fairness_key: u64,
    /// Since when the post is pending.
    pub since: Moment,
}

/// Returns the pending deletion of the lines about threads in a channel.
pub(crate) const fn lines_in(channel: ChannelId, since: Moment) -> PendingPost {
    PendingPost {
        about: About {
            place: channel.0,
            ..About::a_match(MatchId(0))
        },
        fairness_key: channel.0,
        since,
    }
}

/// Stores a pending post, unless it is pending already.
pub fn enqueue(db: &Connection, kind: &str, pending: PendingPost) -> Result {
    let PendingPost {
        about,
        fairness_key,
        since,
    } = pending;
    let sql = "INSERT INTO owed (kind, match_id, user, place, turn_of, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
    db.run(
        sql,
        params![
            kind,
            about.id,
            about.user,
            about.place.cast_signed(),
            fairness_key.cast_signed(),
            since
        ],
    )
}

/// Like [`enqueue`], but replaces what is pending already.
pub fn replace(db: &Connection, kind: &str, pending: PendingPost) -> Result {
    delivered(db, kind, pending.about)?;
    enqueue(db, kind, pending)
}

/// Like [`delivered`], but only if the post is pending since this moment.
pub fn delivered_since(db: &Connection, kind: &str, about: About, since: Moment) -> Result {
    let sql = "DELETE FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4 AND since = ?5";
    let place = about.place.cast_signed();
    db.run(sql, params![kind, about.id, about.user, place, since])
}

/// Deletes a pending post.
pub fn delivered(db: &Connection, kind: &str, about: About) -> Result {
    let sql = "DELETE FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
    db.run(
        sql,
        params![kind, about.id, about.user, about.place.cast_signed()],
    )
}

pub fn is_pending(db: &Connection, kind: &str, about: About) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4)";
    let place = about.place.cast_signed();
    db.one(sql, params![kind, about.id, about.user, place], |row| {
        row.get(0)
    })
}

/// Returns since when a post is pending, if it is.
pub(crate) fn pending_since(db: &Connection, kind: &str, about: About) -> Result<Option<Moment>> {
    let sql =
        "SELECT since FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
    let place = about.place.cast_signed();
    db.first(sql, params![kind, about.id, about.user, place], |row| {
        row.get(0)
    })
}

/// Returns the person or server that a pending post is for.
pub(crate) fn fairness_key(db: &Connection, kind: &str, about: About) -> Result<Option<u64>> {
    let sql =
        "SELECT turn_of FROM owed WHERE kind = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
    let place = about.place.cast_signed();
    db.first(sql, params![kind, about.id, about.user, place], |row| {
        Ok(row.get::<_, i64>(0)?.cast_unsigned())
    })
}

/// Returns all pending posts with their kinds, oldest first.
pub fn all(db: &Connection) -> Result<Vec<(String, PendingPost)>> {
    let sql = "SELECT kind, match_id, user, place, turn_of, since FROM owed ORDER BY since";
    db.all(sql, [], |row| {
        let about = About {
            id: row.get(1)?,
            user: row.get(2)?,
            place: row.get::<_, i64>(3)?.cast_unsigned(),
        };
        let pending = PendingPost {
            about,
            fairness_key: row.get::<_, i64>(4)?.cast_unsigned(),
            since: row.get(5)?,
        };
        Ok((row.get(0)?, pending))
    })
}

/// Counts the pending posts of each kind.
pub(crate) fn counts(db: &Connection) -> Result<Vec<(String, u64)>> {
    let sql = "SELECT kind, count(*) FROM owed GROUP BY kind";
    db.all(sql, [], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs()))
    })
}

/// Returns the pending post of a match, for any kind.
pub(crate) fn of_match(played: &Match, since: Moment) -> PendingPost {
    PendingPost {
        about: About::a_match(played.id()),
        fairness_key: played.host().0,
        since,
    }
}

/// Enqueues the posts that events of a match require: their news and an update of the card. Runs in the transaction of
/// the events.
pub(crate) fn follow(db: &Connection, after: &Match, events: &[Event]) -> Result {
    let pending = of_match(after, after.changed_at());
    if events.iter().any(|event| after.is_news(&event.fact)) {
        enqueue(db, NEWS, pending)?;
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM places WHERE match_id = ?1 AND (card IS NOT NULL OR ?2 AND thread IS NOT NULL))";
    let shows = db.one(sql, params![after.id(), names_result(after)], |row| {
        row.get(0)
    })?;
    if shows {
        enqueue(db, CARD, pending)?;
    }
    Ok(())
}

/// Whether only the name of the thread tells the result of a match: it is over, and has no card.
pub(crate) fn names_result(state: &Match) -> bool {
    !state.proposal().has_card() && state.to_move().is_none()
}

/// Deletes the pending news of a match if all is announced. Enqueues an update if the card is new and outdated.
pub(crate) fn announced(db: &Connection, id: MatchId, announced: Announced) -> Result {
    let sql = "DELETE FROM owed WHERE kind = ?1 AND match_id = ?2 \
               AND EXISTS (SELECT 1 FROM places WHERE match_id = ?2 AND announced >= news_seq)";
    db.run(sql, params![NEWS, id])?;
    if announced.card.is_some() {
        card_shown(db, id)?;
    }
    Ok(())
}

/// Deletes the pending update of a card, and enqueues another one if the card is outdated.
pub(crate) fn card_shown(db: &Connection, id: MatchId) -> Result {
    delivered(db, CARD, About::a_match(id))?;
    let sql = "INSERT INTO owed (kind, match_id, user, place, turn_of, since) \
               SELECT ?1, match_id, 0, 0, coalesce(first_player, second_player, challenger), changed_at \
               FROM places JOIN matches USING (match_id) WHERE match_id = ?2 AND card IS NOT NULL AND card_seq < places.seq";
    db.run(sql, params![CARD, id])
}
