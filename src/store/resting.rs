use rusqlite::{Connection, params};

use super::projection::{id as from_number, number};
use super::{Store, StoreError};
use crate::matches::{ChannelId, GuildId, Moment};

/// A place outside that has refused what was to be posted there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RestingPlace {
    /// A server, with all its channels.
    Server(GuildId),
    /// A channel, with its threads.
    Channel(ChannelId),
    /// A server that can have no more threads; those that are there can be used.
    Threads(GuildId),
}

/// How long a place is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// How often in a row it has refused.
    pub refusals: u32,
    /// When it may be tried again; `None`: not before it gives a sign of life.
    pub until: Option<Moment>,
}

impl RestingPlace {
    fn row(self) -> (&'static str, i64) {
        match self {
            Self::Server(guild) => ("server", number(guild.0)),
            Self::Channel(channel) => ("channel", number(channel.0)),
            Self::Threads(guild) => ("threads", number(guild.0)),
        }
    }

    fn from_row(kind: &str, place: i64) -> Option<Self> {
        let place = from_number(place);
        match kind {
            "server" => Some(Self::Server(GuildId(place))),
            "channel" => Some(Self::Channel(ChannelId(place))),
            "threads" => Some(Self::Threads(GuildId(place))),
            _ => None,
        }
    }
}

impl Store {
    /// The places that are left alone.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub async fn resting_places(&self) -> Result<Vec<(RestingPlace, Rest)>, StoreError> {
        let read = |connection: &Connection| {
            let mut statement =
                connection.prepare("SELECT kind, place, refusals, until FROM resting_places")?;
            let rows = statement.query_map([], |row| {
                let kind: String = row.get(0)?;
                let rest = Rest {
                    refusals: row.get(2)?,
                    until: row.get::<_, Option<i64>>(3)?.map(Moment),
                };
                Ok(RestingPlace::from_row(&kind, row.get(1)?).map(|place| (place, rest)))
            })?;
            let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
            // The table allows no other kind.
            Ok(rows.into_iter().flatten().collect())
        };
        self.inner.readers.read(read).await
    }

    /// Notes that a place is left alone, or that it is not any more.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub async fn rest(&self, place: RestingPlace, rest: Option<Rest>) -> Result<(), StoreError> {
        let (kind, place) = place.row();
        let write = move |connection: &Connection| {
            match rest {
                Some(Rest { refusals, until }) => {
                    let sql = "INSERT OR REPLACE INTO resting_places (kind, place, refusals, until) VALUES (?1, ?2, ?3, ?4)";
                    connection.prepare_cached(sql)?.execute(params![
                        kind,
                        place,
                        refusals,
                        until.map(|until| until.0)
                    ])?;
                }
                None => {
                    connection
                        .prepare_cached(
                            "DELETE FROM resting_places WHERE kind = ?1 AND place = ?2",
                        )?
                        .execute(params![kind, place])?;
                }
            }
            Ok(())
        };
        self.inner.writer.write(write).await
    }
}
