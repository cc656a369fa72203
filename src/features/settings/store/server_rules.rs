use rusqlite::{Connection, OptionalExtension, params};

use crate::db::{Store, StoreError};
use crate::features::settings::model::ServerRules;
use crate::matches::{ChannelId, GuildId};

impl Store {
    /// What a server has chosen for matches in it.
    pub async fn server_rules(&self, guild: GuildId) -> Result<ServerRules, StoreError> {
        let read = move |connection: &Connection| of_server(connection, guild);
        self.inner.readers.read(read).await
    }

    /// Changes what a server has chosen for matches in it. What others change at the same time stays.
    pub async fn change_server_rules<F>(&self, guild: GuildId, change: F) -> Result<(), StoreError>
    where
        F: FnOnce(&mut ServerRules) + Send + 'static,
    {
        let write = move |connection: &Connection| {
            let mut rules = of_server(connection, guild)?;
            change(&mut rules);
            if rules == ServerRules::default() {
                connection
                    .prepare_cached("DELETE FROM server_rules WHERE guild = ?1")?
                    .execute([guild])?;
                return Ok(());
            }
            let ServerRules {
                starters,
                moderators,
                channels,
                games_off,
                time,
                in_channel,
                no_exhibitions,
            } = rules;
            let channels: Vec<_> = channels.iter().map(ToString::to_string).collect();
            let sql = "INSERT OR REPLACE INTO server_rules (guild, starters, moderators, channels, games_off, time, in_channel, exhibitions) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            connection.prepare_cached(sql)?.execute(params![
                guild,
                starters,
                moderators,
                channels.join(" "),
                games_off.join(" "),
                time.map(|time| time.to_string()),
                in_channel,
                !no_exhibitions
            ])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }
}

fn of_server(connection: &Connection, guild: GuildId) -> Result<ServerRules, StoreError> {
    let sql = "SELECT starters, moderators, channels, games_off, time, in_channel, exhibitions FROM server_rules WHERE guild = ?1";
    let rules = connection.prepare_cached(sql)?.query_row([guild], |row| {
        let channels: String = row.get(2)?;
        let games: String = row.get(3)?;
        let time: Option<String> = row.get(4)?;
        Ok(ServerRules {
            starters: row.get(0)?,
            moderators: row.get(1)?,
            channels: channels
                .split_whitespace()
                .filter_map(|channel| channel.parse().ok().map(ChannelId))
                .collect(),
            games_off: games.split_whitespace().map(str::to_owned).collect(),
            // One that this version does not know counts as not chosen.
            time: time.and_then(|time| time.parse().ok()),
            in_channel: row.get(5)?,
            no_exhibitions: !row.get::<_, bool>(6)?,
        })
    });
    Ok(rules.optional()?.unwrap_or_default())
}

/// Whether matches of a server have no threads.
pub(crate) fn in_channel(connection: &Connection, guild: GuildId) -> rusqlite::Result<bool> {
    let found = connection
        .prepare_cached("SELECT in_channel FROM server_rules WHERE guild = ?1")?
        .query_row([guild], |row| row.get(0));
    Ok(found.optional()?.unwrap_or(false))
}
