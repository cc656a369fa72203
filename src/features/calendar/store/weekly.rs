//! The weekly pages of servers: where and when they come, and what ended in the week.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::db::lists::LISTED;
use crate::db::{Listed, StoreError, lists};
use crate::matches::{ChannelId, GuildId, MatchId};
use crate::people::{Moment, Zone};

/// Where a server's weekly page comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeeklyPlace {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// By whose clock it comes.
    pub zone: Zone,
    /// When the next one comes; `None`: not before the server names a channel again, because this one is closed to the bot.
    pub due: Option<Moment>,
}

/// Where a server's weekly page comes; `None`: nowhere.
pub fn weekly_place(db: &Connection, guild: GuildId) -> Result<Option<WeeklyPlace>, StoreError> {
    let sql = "SELECT guild, channel, zone, due FROM weekly_pages WHERE guild = ?1";
    let found = db.prepare_cached(sql)?.query_row([guild], place);
    Ok(found.optional()?)
}

/// Sets where a server's weekly page comes and when the next one does.
pub fn set_weekly_place(db: &Connection, place: &WeeklyPlace) -> Result<(), StoreError> {
    let sql =
        "INSERT OR REPLACE INTO weekly_pages (guild, channel, zone, due) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(sql)?.execute(params![
        place.guild,
        place.channel,
        place.zone.name(),
        place.due,
    ])?;
    Ok(())
}

/// A server has no weekly page any more; whether it had one.
pub fn end_weekly_page(db: &Connection, guild: GuildId) -> Result<bool, StoreError> {
    let ended = db
        .prepare_cached("DELETE FROM weekly_pages WHERE guild = ?1")?
        .execute([guild])?;
    Ok(ended > 0)
}

/// The weekly pages that are due, the one that waits longest first, at most *n*.
pub fn weekly_pages_due(
    db: &Connection,
    now: Moment,
    most: u32,
) -> Result<Vec<WeeklyPlace>, StoreError> {
    let sql =
        "SELECT guild, channel, zone, due FROM weekly_pages WHERE due <= ?1 ORDER BY due LIMIT ?2";
    let mut statement = db.prepare_cached(sql)?;
    let due = statement.query_map(params![now, most], place)?;
    Ok(due.collect::<Result<_, _>>()?)
}

/// When the nearest weekly page comes.
pub fn next_weekly_page(db: &Connection) -> Result<Option<Moment>, StoreError> {
    Ok(db
        .prepare_cached("SELECT min(due) FROM weekly_pages WHERE due IS NOT NULL")?
        .query_one([], |row| row.get(0))?)
}

/// Notes that a weekly page that is due is being posted, and when the next one comes (`None`: not before a channel is
/// named again); whether it was still due.
pub fn turn_week(
    db: &Connection,
    place: &WeeklyPlace,
    next: Option<Moment>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE weekly_pages SET due = ?4 WHERE guild = ?1 AND channel = ?2 AND due IS ?3";
    let turned =
        db.prepare_cached(sql)?
            .execute(params![place.guild, place.channel, place.due, next])?;
    Ok(turned > 0)
}

/// The matches of a server that ended after a moment, those with most followers first, then the latest, at most *n*;
/// and how many there are. Of a busy server only the latest thousand are looked at.
pub fn ended_in(
    db: &Connection,
    guild: GuildId,
    since: Moment,
    most: u32,
) -> Result<(Vec<MatchId>, u64), StoreError> {
    let sql = "SELECT match_id, (SELECT count(*) FROM follows WHERE follows.match_id = latest.match_id) AS followers \
               FROM (SELECT match_id, ended_at FROM matches INDEXED BY matches_ended_in \
                     WHERE guild = ?1 AND ended_at > ?2 ORDER BY ended_at DESC LIMIT 1000) AS latest \
               ORDER BY followers DESC, ended_at DESC, match_id LIMIT ?3";
    let mut statement = db.prepare_cached(sql)?;
    let ids = statement.query_map(params![guild, since, most], |row| row.get(0))?;
    let ids = ids.collect::<Result<_, _>>()?;
    let sql = "SELECT count(*) FROM matches INDEXED BY matches_ended_in WHERE guild = ?1 AND ended_at > ?2";
    let count: u32 = db
        .prepare_cached(sql)?
        .query_row(params![guild, since], |row| row.get(0))?;
    Ok((ids, u64::from(count)))
}

/// The matches that are played in a server and followed most, then those in which something happened last, at most *n*.
pub fn most_followed_in(
    db: &Connection,
    guild: GuildId,
    most: u32,
) -> Result<Vec<Listed>, StoreError> {
    let sql = format!(
        "{LISTED} WHERE status = 'playing' AND guild = ?1 AND match_id NOT IN (SELECT match_id FROM frozen) \
         ORDER BY (SELECT count(*) FROM follows WHERE follows.match_id = matches.match_id) DESC, \
         changed_at DESC, match_id LIMIT ?2"
    );
    lists::list(db, &sql, params![guild, most])
}

fn place(row: &Row<'_>) -> rusqlite::Result<WeeklyPlace> {
    let zone: String = row.get(2)?;
    Ok(WeeklyPlace {
        guild: row.get(0)?,
        channel: row.get(1)?,
        // A zone that a later database of zones has lost counts as UTC.
        zone: Zone::named(&zone).unwrap_or_default(),
        due: row.get(3)?,
    })
}
