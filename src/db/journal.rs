//! Journals: the events of leagues and ladders, each with its people and its posts.
//!
//! A feature folds the events of its journals, as a match folds its own. This module knows only their order. Events are
//! JSON in which a person is written as `"@"` and their number ([`UserId`]'s form), so that a deletion finds them.

use rusqlite::types::Type;
use rusqlite::{Connection, Params, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{Result, StoreError};
use super::people::People;
use super::query::Query;
use crate::matches::{ChannelId, EntryRule, GuildId, JournalId, MessageId, RoleId, UserId};
use crate::people::Moment;

/// What journals hold about people.
pub(crate) const PEOPLE: People = People {
    sections: &[(
        "contests",
        "SELECT kind, name, guild, member FROM journal_people LEFT JOIN journals USING (journal) WHERE user = ?1 ORDER BY journal",
    )],
    numbers: &[
        // A reason that an organiser wrote may mention the person.
        "UPDATE journal_events SET body = replace(replace(body, '\"@' || ?1 || '\"', '\"@' || printf('%u', ?2) || '\"'), \
         '<@' || ?1 || '>', '<@' || printf('%u', ?2) || '>') \
         WHERE journal IN (SELECT journal FROM journal_people WHERE user = ?1)",
        "UPDATE journal_people SET user = ?2, member = 0 WHERE user = ?1",
    ],
    ..People::NOTHING
};

/// A league or ladder, without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    pub id: JournalId,
    pub guild: GuildId,
    /// The channel of its posts.
    pub channel: ChannelId,
    pub name: String,
    pub closed: bool,
    /// The number of the last event up to which all news was announced.
    pub told: u32,
    /// Who may join.
    pub entry: EntryRule,
    /// The name of its web page in the page's address.
    pub page: Option<String>,
}

/// The id of a post of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostId(pub u64);

anteroom_matches::id_columns!(PostId);

/// A post of a journal that is edited in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalPost {
    pub id: PostId,
    pub journal: JournalId,
    /// Which of the journal's posts it is.
    pub slot: u32,
    pub channel: ChannelId,
    /// The message; `None` until it is posted.
    pub message: Option<MessageId>,
    /// When it was last posted or edited.
    pub at: Moment,
}

/// An event of a journal with its number, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<E> {
    pub seq: u32,
    pub at: Moment,
    pub event: E,
}

const JOURNALS: &str =
    "SELECT journal, guild, channel, name, closed, told, entry, page FROM journals";

fn journal(row: &Row<'_>) -> rusqlite::Result<Journal> {
    Ok(Journal {
        id: row.get(0)?,
        guild: row.get(1)?,
        channel: row.get(2)?,
        name: row.get(3)?,
        closed: row.get(4)?,
        told: row.get(5)?,
        entry: entry(row.get(6)?)?,
        page: row.get(7)?,
    })
}

/// Reads who may join.
fn entry(stored: Option<String>) -> rusqlite::Result<EntryRule> {
    let Some(stored) = stored else {
        return Ok(EntryRule::Everyone);
    };
    serde_json::from_str(&stored)
        .map_err(|why| rusqlite::Error::FromSqlConversionFailure(6, Type::Text, Box::new(why)))
}

/// Stores who may join.
pub(crate) fn set_entry(db: &Connection, id: JournalId, rule: &EntryRule) -> Result {
    let stored = match rule {
        EntryRule::Everyone => None,
        rule => Some(
            serde_json::to_string(rule)
                .map_err(|why| rusqlite::Error::ToSqlConversionFailure(Box::new(why)))?,
        ),
    };
    let sql = "UPDATE journals SET entry = ?2 WHERE journal = ?1";
    db.run(sql, params![id, stored])
}

/// Creates a journal. Returns `None` if the server has an open one of this kind and name.
pub fn create(
    db: &Connection,
    kind: &str,
    guild: GuildId,
    channel: ChannelId,
    name: &str,
    at: Moment,
) -> Result<Option<JournalId>> {
    let folded = name.to_lowercase();
    // An insertion that conflicts would use up a number too.
    let sql = "SELECT EXISTS (SELECT 1 FROM journals WHERE guild = ?1 AND kind = ?2 AND folded = ?3 AND closed = 0)";
    if db.one(sql, params![guild, kind, folded], |row| row.get(0))? {
        return Ok(None);
    }
    let sql = "INSERT INTO journals (kind, guild, channel, name, folded, made_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
               RETURNING journal";
    db.first(
        sql,
        params![kind, guild, channel, name, folded, at],
        |row| row.get(0),
    )
}

/// Returns a journal of a kind.
pub fn get(db: &Connection, kind: &str, id: JournalId) -> Result<Option<Journal>> {
    let sql = format!("{JOURNALS} WHERE journal = ?1 AND kind = ?2");
    db.first(&sql, (id, kind), journal)
}

/// Returns a journal with its kind.
pub fn of_any_kind(db: &Connection, id: JournalId) -> Result<Option<(String, Journal)>> {
    let kind = db.first(
        "SELECT kind FROM journals WHERE journal = ?1",
        [id],
        |row| row.get::<_, String>(0),
    )?;
    let Some(kind) = kind else { return Ok(None) };
    let journal = get(db, &kind, id)?;
    Ok(journal.map(|journal| (kind, journal)))
}

/// Returns the journal whose web page has this name.
pub fn with_page(db: &Connection, page: &str) -> Result<Option<JournalId>> {
    let sql = "SELECT journal FROM journals WHERE page = ?1";
    db.first(sql, [page], |row| row.get(0))
}

/// Gives a journal a web page of this name, or takes it away.
pub fn set_page(db: &Connection, id: JournalId, page: Option<&str>) -> Result {
    let sql = "UPDATE journals SET page = ?2 WHERE journal = ?1";
    db.run(sql, params![id, page])
}

/// Returns the open journals of a kind in a server, oldest first.
pub fn in_guild(db: &Connection, kind: &str, guild: GuildId) -> Result<Vec<Journal>> {
    all(db, "guild = ?1 AND kind = ?2 AND closed = 0", (guild, kind))
}

/// Returns how many journals of a kind a server has had, closed ones too.
pub fn count_in(db: &Connection, kind: &str, guild: GuildId) -> Result<u64> {
    let sql = "SELECT count(*) FROM journals WHERE guild = ?1 AND kind = ?2";
    let count: u32 = db.one(sql, (guild, kind), |row| row.get(0))?;
    Ok(count.into())
}

/// Returns the open journals of a kind in which a person takes part, oldest first.
pub fn of_person(db: &Connection, kind: &str, user: UserId) -> Result<Vec<Journal>> {
    let which = "kind = ?2 AND closed = 0 \
                 AND journal IN (SELECT journal FROM journal_people WHERE user = ?1 AND member = 1)";
    all(db, which, (user, kind))
}

/// Returns the journals of a kind in which a person takes part or took part, closed ones too, oldest first.
pub fn ever_of_person(db: &Connection, kind: &str, user: UserId) -> Result<Vec<Journal>> {
    let which = "kind = ?2 AND journal IN (SELECT journal FROM journal_people WHERE user = ?1)";
    all(db, which, (user, kind))
}

/// Returns the journals of which a condition holds, oldest first.
fn all(db: &Connection, which: &str, params: impl Params) -> Result<Vec<Journal>> {
    let sql = format!("{JOURNALS} WHERE {which} ORDER BY journal");
    db.all(&sql, params, journal)
}

/// Returns the journal with this number or name.
pub fn named<'a>(all: &'a [Journal], typed: &str) -> Option<&'a Journal> {
    let (number, name) = (typed.trim().parse().ok(), typed.trim().to_lowercase());
    let by_number = all.iter().find(|one| Some(one.id) == number);
    by_number.or_else(|| all.iter().find(|one| one.name.to_lowercase() == name))
}

/// Returns the only journal of these channels, else the only one of all.
pub fn only_of<'a>(all: &'a [Journal], channels: &[ChannelId]) -> Option<&'a Journal> {
    let mut of_channels = all.iter().filter(|one| channels.contains(&one.channel));
    match (of_channels.next(), of_channels.next(), all) {
        (Some(only), None, _) | (None, _, [only]) => Some(only),
        _ => None,
    }
}

/// Closes a journal for good: it leaves all lists, and its name is free again.
pub fn close(db: &Connection, id: JournalId) -> Result {
    db.run("UPDATE journals SET closed = 1 WHERE journal = ?1", [id])
}

/// Closes all journals of a server that has removed the bot, and withdraws their pages.
pub(crate) fn close_all_in(db: &Connection, guild: GuildId) -> Result {
    db.run(
        "UPDATE journals SET closed = 1, page = NULL WHERE guild = ?1",
        [guild],
    )
}

/// Moves the posts of a journal to another channel.
pub fn set_channel(db: &Connection, id: JournalId, channel: ChannelId) -> Result {
    let sql = "UPDATE journals SET channel = ?2 WHERE journal = ?1";
    db.run(sql, (id, channel))?;
    let sql = "UPDATE journal_posts SET channel = ?2, message = NULL WHERE journal = ?1";
    db.run(sql, (id, channel))
}

/// Stores which people take part in a journal. Others whose numbers occur in its events stay known.
pub fn set_people(db: &Connection, id: JournalId, members: &[UserId]) -> Result {
    let sql = "UPDATE journal_people SET member = 0 WHERE journal = ?1";
    db.run(sql, [id])?;
    for user in members {
        let sql = "INSERT INTO journal_people (user, journal, member) VALUES (?1, ?2, 1) \
                   ON CONFLICT DO UPDATE SET member = 1";
        db.run(sql, (user, id))?;
    }
    Ok(())
}

/// Notes that a person's number occurs in a journal, for the deletion of their data.
fn note_person(db: &Connection, id: JournalId, user: UserId) -> Result {
    let sql = "INSERT INTO journal_people (user, journal, member) VALUES (?1, ?2, 0) ON CONFLICT DO NOTHING";
    db.run(sql, (user, id))
}

/// Returns the events of a journal, oldest first.
pub fn events<E: DeserializeOwned>(db: &Connection, id: JournalId) -> Result<Vec<Entry<E>>> {
    let sql = "SELECT seq, at, body FROM journal_events WHERE journal = ?1 ORDER BY seq";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([id])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let seq = row.get(0)?;
        let body = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
        let event = serde_json::from_str(body).map_err(|error| StoreError::Journal {
            id,
            seq,
            why: error.to_string(),
        })?;
        let at = row.get(1)?;
        entries.push(Entry { seq, at, event });
    }
    Ok(entries)
}

/// Returns the number of a journal's last event; 0 without events.
pub fn last_event(db: &Connection, id: JournalId) -> Result<u32> {
    let sql = "SELECT coalesce(max(seq), 0) FROM journal_events WHERE journal = ?1";
    db.one(sql, [id], |row| row.get(0))
}

/// Returns the moment of a journal's last event.
pub fn changed(db: &Connection, id: JournalId) -> Result<Moment> {
    let sql = "SELECT coalesce(max(at), 0) FROM journal_events WHERE journal = ?1";
    db.one(sql, [id], |row| row.get(0))
}

/// Appends events after event `last`.
///
/// # Errors
///
/// [`StoreError::Journal`] if the journal has other events by now.
pub fn append<E: Serialize>(
    db: &Connection,
    id: JournalId,
    last: u32,
    at: Moment,
    events: &[E],
) -> Result {
    let failed = |seq: u32, why: String| StoreError::Journal { id, seq, why };
    let there = last_event(db, id)?;
    if there != last {
        return Err(failed(last, format!("event {there} is the last one")));
    }
    for (seq, event) in (last.saturating_add(1)..).zip(events) {
        let body = serde_json::to_string(event).map_err(|error| failed(seq, error.to_string()))?;
        let sql = "INSERT INTO journal_events (journal, seq, at, body) VALUES (?1, ?2, ?3, ?4)";
        db.run(sql, params![id, seq, at, body])?;
        for user in people_in(&body) {
            note_person(db, id, user)?;
        }
    }
    Ok(())
}

/// Returns the people whose numbers occur in an event: as `"@1"`, or mentioned as `<@1>` in what somebody wrote.
fn people_in(body: &str) -> impl Iterator<Item = UserId> {
    body.match_indices('@').filter_map(|(at, _)| {
        let (before, rest) = (body.get(..at)?, body.get(at + 1..)?);
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, after) = rest.split_at_checked(end)?;
        let alone = before.ends_with('"') && after.starts_with('"');
        let mentioned = before.ends_with('<') && after.starts_with('>');
        (alone || mentioned).then(|| number.parse().ok().map(UserId))?
    })
}

/// Stores that all news up to an event was announced.
pub fn set_told(db: &Connection, id: JournalId, told: u32) -> Result {
    let sql = "UPDATE journals SET told = max(told, ?2) WHERE journal = ?1";
    db.run(sql, (id, told))
}

const POSTS: &str = "SELECT post, journal, slot, channel, message, at FROM journal_posts";

fn post(row: &Row<'_>) -> rusqlite::Result<JournalPost> {
    Ok(JournalPost {
        id: row.get(0)?,
        journal: row.get(1)?,
        slot: row.get(2)?,
        channel: row.get(3)?,
        message: row.get(4)?,
        at: row.get(5)?,
    })
}

/// Returns the post of a journal in a slot. The first use creates it, without a message.
pub fn post_in(db: &Connection, id: JournalId, slot: u32) -> Result<JournalPost> {
    // An insertion that conflicts would use up a number too.
    if let Some(post) = post_at(db, id, slot)? {
        return Ok(post);
    }
    let sql = "INSERT INTO journal_posts (journal, slot, channel) \
               SELECT journal, ?2, channel FROM journals WHERE journal = ?1 \
               RETURNING post, journal, slot, channel, message, at";
    db.one(sql, (id, slot), post)
}

/// Returns the post of a journal in a slot; `None` if the slot was never used.
pub fn post_at(db: &Connection, id: JournalId, slot: u32) -> Result<Option<JournalPost>> {
    let sql = format!("{POSTS} WHERE journal = ?1 AND slot = ?2");
    db.first(&sql, (id, slot), post)
}

/// Returns the posts of a journal.
pub fn posts_of(db: &Connection, id: JournalId) -> Result<Vec<JournalPost>> {
    let sql = format!("{POSTS} WHERE journal = ?1 ORDER BY slot");
    db.all(&sql, [id], post)
}

/// Returns a post of a journal by its id.
pub fn post_by_id(db: &Connection, id: PostId) -> Result<Option<JournalPost>> {
    let sql = format!("{POSTS} WHERE post = ?1");
    db.first(&sql, [id], post)
}

/// Returns the posts that were never posted, those of closed journals too.
pub(crate) fn never_posted(db: &Connection) -> Result<Vec<JournalPost>> {
    let sql = format!("{POSTS} WHERE message IS NULL AND at = 0");
    db.all(&sql, [], post)
}

/// Stores when a post was last posted or edited, and its message. Without a message, the post keeps the one that it had.
pub fn set_message(db: &Connection, id: PostId, message: Option<MessageId>, at: Moment) -> Result {
    let sql = "UPDATE journal_posts SET message = coalesce(?2, message), at = ?3 WHERE post = ?1";
    db.run(sql, params![id, message, at])
}

/// Returns the role whose people may organise leagues and ladders in a server, beside those who manage it.
pub fn organiser_role(db: &Connection, guild: GuildId) -> Result<Option<RoleId>> {
    let sql = "SELECT role FROM organisers WHERE guild = ?1";
    db.first(sql, [guild], |row| row.get(0))
}

/// Sets the role of organisers in a server; `None` for none.
pub fn set_organiser_role(db: &Connection, guild: GuildId, role: Option<RoleId>) -> Result {
    db.run("DELETE FROM organisers WHERE guild = ?1", [guild])?;
    if let Some(role) = role {
        let sql = "INSERT INTO organisers (guild, role) VALUES (?1, ?2)";
        db.run(sql, (guild, role))?;
    }
    Ok(())
}

/// Draws the seed for the lots of a contest.
pub(crate) fn lot_seed(db: &Connection) -> Result<u64> {
    let drawn: i64 = db.query_one("SELECT random()", [], |row| row.get(0))?;
    Ok(drawn.cast_unsigned())
}
