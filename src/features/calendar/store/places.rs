//! Where and when something comes to a server by itself.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::db::StoreError;
use crate::db::alarms::{self, About};
use crate::matches::{ChannelId, GuildId};
use crate::people::{Moment, Zone};

/// The kinds of what comes, which are those of the alarms too: weekly pages and daily puzzles.
pub(crate) const WEEKLY: &str = "weekly";
pub(crate) const DAILY: &str = "daily";

/// Where something comes to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// By whose clock it comes.
    pub zone: Zone,
    /// At which hour of the day.
    pub hour: u8,
    /// When the next one comes; `None`: not before the server names a channel again, because this one is closed to the bot.
    pub due: Option<Moment>,
    /// The keys of the games that take turns in daily puzzles; none: all do.
    pub games: Vec<String>,
    /// Whether the latest daily puzzle got a thread.
    pub threads: bool,
}

/// Where something comes to a server; `None`: nowhere.
pub fn place(
    db: &Connection,
    kind: &'static str,
    guild: GuildId,
) -> Result<Option<Place>, StoreError> {
    let due = alarms::moment(db, kind, About::server(guild))?;
    let sql = "SELECT guild, channel, zone, hour, games, threads FROM calendar \
               WHERE guild = ?1 AND kind = ?2";
    let found = db
        .prepare_cached(sql)?
        .query_row(params![guild, kind], |row| read(row, due));
    Ok(found.optional()?)
}

/// Reads a place from the first six columns of a row.
pub(super) fn read(row: &Row<'_>, due: Option<Moment>) -> rusqlite::Result<Place> {
    let zone: String = row.get(2)?;
    let games: String = row.get(4)?;
    let keys = games.split(',').filter(|key| !key.is_empty());
    Ok(Place {
        guild: row.get(0)?,
        channel: row.get(1)?,
        // A zone that a later database of zones has lost counts as UTC.
        zone: Zone::named(&zone).unwrap_or_default(),
        hour: row.get(3)?,
        games: keys.map(str::to_owned).collect(),
        due,
        threads: row.get(5)?,
    })
}

/// Sets where something comes to a server and when the next one does.
pub fn set(db: &Connection, kind: &'static str, place: &Place) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO calendar (guild, kind, channel, zone, hour, games, threads) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    db.prepare_cached(sql)?.execute(params![
        place.guild,
        kind,
        place.channel,
        place.zone.name(),
        place.hour,
        place.games.join(","),
        place.threads,
    ])?;
    alarms::set(db, kind, About::server(place.guild), place.due)
}

/// Nothing of the kind comes to a server any more.
pub fn end(db: &Connection, kind: &'static str, guild: GuildId) -> Result<(), StoreError> {
    let sql = "DELETE FROM calendar WHERE guild = ?1 AND kind = ?2";
    db.prepare_cached(sql)?.execute(params![guild, kind])?;
    alarms::set(db, kind, About::server(guild), None)
}

/// Notes that the channel is closed to the bot: nothing comes before the server names a channel again. If it has done so before,
/// nothing changes.
pub fn close(db: &Connection, kind: &'static str, closed: &Place) -> Result<(), StoreError> {
    let now = place(db, kind, closed.guild)?;
    if now.is_some_and(|now| (now.channel, now.due) == (closed.channel, closed.due)) {
        alarms::set(db, kind, About::server(closed.guild), None)?;
    }
    Ok(())
}
