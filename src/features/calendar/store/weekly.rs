//! The weekly pages of servers: where and when they come, and what ended in the week.

use rusqlite::{Connection, OptionalExtension, params};

use crate::db::alarms::{self, About};
use crate::db::lists::LISTED;
use crate::db::{Listed, StoreError, lists};
use crate::matches::{ChannelId, GuildId, MatchId};
use crate::people::{Moment, Zone};

/// The kind of the alarms of weekly pages.
pub(crate) const WEEKLY: &str = "weekly";

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
    let due = alarms::moment(db, WEEKLY, About::server(guild))?;
    let sql = "SELECT channel, zone FROM weekly_pages WHERE guild = ?1";
    let found = db.prepare_cached(sql)?.query_row([guild], |row| {
        let zone: String = row.get(1)?;
        Ok(WeeklyPlace {
            guild,
            channel: row.get(0)?,
            // A zone that a later database of zones has lost counts as UTC.
            zone: Zone::named(&zone).unwrap_or_default(),
            due,
        })
    });
    Ok(found.optional()?)
}

/// Sets where a server's weekly page comes and when the next one does.
pub fn set_weekly_place(db: &Connection, place: &WeeklyPlace) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO weekly_pages (guild, channel, zone) VALUES (?1, ?2, ?3)";
    db.prepare_cached(sql)?
        .execute(params![place.guild, place.channel, place.zone.name()])?;
    alarms::set(db, WEEKLY, About::server(place.guild), place.due)
}

/// A server has no weekly page any more; whether it had one.
pub fn end_weekly_page(db: &Connection, guild: GuildId) -> Result<bool, StoreError> {
    let ended = db
        .prepare_cached("DELETE FROM weekly_pages WHERE guild = ?1")?
        .execute([guild])?;
    alarms::set(db, WEEKLY, About::server(guild), None)?;
    Ok(ended > 0)
}

/// Notes that the channel of a weekly page is closed to the bot: none comes before the server names a channel again. If it has
/// done so before, nothing changes.
pub fn close_weekly_page(db: &Connection, place: &WeeklyPlace) -> Result<(), StoreError> {
    if weekly_place(db, place.guild)?.as_ref() == Some(place) {
        alarms::set(db, WEEKLY, About::server(place.guild), None)?;
    }
    Ok(())
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
