use rusqlite::{Connection, Row, params};

use crate::db::{Query, Result};
use crate::matches::{ChannelId, GuildId, MatchId};
use crate::people::Moment;

/// Statements that delete a server's settings and its pending posts.
const OF_SERVER: [&str; 9] = [
    "DELETE FROM organisers WHERE guild = ?1",
    "DELETE FROM server_preferences WHERE guild = ?1",
    "DELETE FROM server_bounds WHERE guild = ?1",
    "DELETE FROM server_rules WHERE guild = ?1",
    "DELETE FROM bans WHERE guild = ?1",
    // Whether the server wanted pages is in its rules.
    "DELETE FROM pages WHERE guild = ?1",
    "DELETE FROM calendar WHERE guild = ?1",
    "DELETE FROM daily_posts WHERE guild = ?1",
    "DELETE FROM owed WHERE place = ?1",
];

/// A place in Discord that has refused posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusingPlace {
    /// A server, with all its channels.
    Server(GuildId),
    /// A channel, with its threads.
    Channel(ChannelId),
}

/// The back-off of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackOff {
    /// Number of refusals in a row.
    pub refusals: u32,
    /// When the place may be retried; `None` means once the bot is used there.
    pub until: Option<Moment>,
    /// Since when the place has refused.
    pub since: Moment,
    /// Whether the matches of a server were abandoned because it has refused for too long.
    pub abandoned: bool,
}

impl RefusingPlace {
    fn row(self) -> (&'static str, i64) {
        match self {
            Self::Server(guild) => ("server", guild.0.cast_signed()),
            Self::Channel(channel) => ("channel", channel.0.cast_signed()),
        }
    }

    /// Reads the first two columns; `None` for kinds of earlier versions.
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Option<Self>> {
        Ok(match row.get_ref(0)?.as_str()? {
            "server" => Some(Self::Server(row.get(1)?)),
            "channel" => Some(Self::Channel(row.get(1)?)),
            _ => None,
        })
    }
}

/// Returns the places in back-off.
pub fn places_in_back_off(db: &Connection) -> Result<Vec<(RefusingPlace, BackOff)>> {
    let sql = "SELECT kind, place, refusals, until, since, abandoned FROM refusing_places";
    let rows = db.all(sql, [], |row| {
        let back_off = BackOff {
            refusals: row.get(2)?,
            until: row.get(3)?,
            since: row.get(4)?,
            abandoned: row.get(5)?,
        };
        Ok(RefusingPlace::from_row(row)?.map(|place| (place, back_off)))
    })?;
    Ok(rows.into_iter().flatten().collect())
}

/// Stores the back-off of a place, or deletes it.
pub fn set_back_off(db: &Connection, place: RefusingPlace, back_off: Option<BackOff>) -> Result {
    let (kind, place) = place.row();
    match back_off {
        Some(BackOff {
            refusals,
            until,
            since,
            abandoned,
        }) => {
            let sql = "INSERT OR REPLACE INTO refusing_places (kind, place, refusals, until, since, abandoned) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            db.run(sql, params![kind, place, refusals, until, since, abandoned])?;
        }
        None => {
            let sql = "DELETE FROM refusing_places WHERE kind = ?1 AND place = ?2";
            db.run(sql, params![kind, place])?;
        }
    }
    Ok(())
}

/// Returns the running matches of a server, without those that cannot be read.
pub fn all_played_in(db: &Connection, guild: GuildId) -> Result<Vec<MatchId>> {
    let sql = "SELECT match_id FROM matches WHERE status = 'playing' AND guild = ?1 \
         AND match_id NOT IN (SELECT match_id FROM frozen) ORDER BY match_id";
    db.all(sql, [guild], |row| row.get(0))
}

/// Deletes a server's settings and its pending posts.
pub fn erase_server(db: &Connection, guild: GuildId) -> Result {
    for sql in OF_SERVER {
        db.run(sql, [guild])?;
    }
    Ok(())
}
