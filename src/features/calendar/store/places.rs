//! The settings of a server's scheduled posts: weekly page and daily puzzle.

use crate::features::calendar::model::Place;
use rusqlite::{Connection, Row, params};

use crate::db::alarms::{self, About};
use crate::db::{Query, Result};
use crate::matches::GuildId;
use crate::people::{Moment, Zone};

/// The kinds of scheduled posts, and of their alarms.
pub(crate) const WEEKLY: &str = "weekly";
pub(crate) const DAILY: &str = "daily";

/// Returns a server's settings for a scheduled post; `None` if it has none.
pub fn place(db: &Connection, kind: &'static str, guild: GuildId) -> Result<Option<Place>> {
    let due = alarms::moment(db, kind, About::server(guild))?;
    let sql = "SELECT guild, channel, zone, hour, games, threads FROM calendar \
               WHERE guild = ?1 AND kind = ?2";
    db.first(sql, params![guild, kind], |row| read(row, due))
}

/// Reads a place from the first six columns of a row.
pub(super) fn read(row: &Row<'_>, due: Option<Moment>) -> rusqlite::Result<Place> {
    let zone: String = row.get(2)?;
    let games: String = row.get(4)?;
    let keys = games.split(',').filter(|key| !key.is_empty());
    Ok(Place {
        guild: row.get(0)?,
        channel: row.get(1)?,
        // A zone that a newer zone database lacks counts as UTC.
        zone: Zone::named(&zone).unwrap_or_default(),
        hour: row.get(3)?,
        games: keys.map(str::to_owned).collect(),
        due,
        threads: row.get(5)?,
    })
}

/// Stores a server's settings for a scheduled post and sets the alarm of the next one.
pub fn set(db: &Connection, kind: &'static str, place: &Place) -> Result {
    let sql = "INSERT OR REPLACE INTO calendar (guild, kind, channel, zone, hour, games, threads) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let params = params![
        place.guild,
        kind,
        place.channel,
        place.zone.name(),
        place.hour,
        place.games.join(","),
        place.threads,
    ];
    db.run(sql, params)?;
    alarms::set(db, kind, About::server(place.guild), place.due)
}

/// Ends a server's scheduled post.
pub fn end(db: &Connection, kind: &'static str, guild: GuildId) -> Result {
    let sql = "DELETE FROM calendar WHERE guild = ?1 AND kind = ?2";
    db.run(sql, params![guild, kind])?;
    alarms::set(db, kind, About::server(guild), None)
}

/// Stops a server's scheduled post, because the bot cannot post in its channel.
///
/// Choosing a channel resumes it. Does nothing if the server has chosen one since.
pub fn close(db: &Connection, kind: &'static str, closed: &Place) -> Result {
    let now = place(db, kind, closed.guild)?;
    if now.is_some_and(|now| (now.channel, now.due) == (closed.channel, closed.due)) {
        alarms::set(db, kind, About::server(closed.guild), None)?;
    }
    Ok(())
}
