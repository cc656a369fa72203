use rusqlite::{Connection, params};

use crate::db::{Query, Result};
use crate::features::settings::model::ServerRules;
use crate::matches::{ChannelId, GuildId};

/// Changes a server's rules in one transaction, so that concurrent changes are kept.
pub fn change<F>(db: &Connection, guild: GuildId, change: F) -> Result
where
    F: FnOnce(&mut ServerRules),
{
    let mut rules = of_server(db, guild)?;
    change(&mut rules);
    if rules == ServerRules::default() {
        db.run("DELETE FROM server_rules WHERE guild = ?1", [guild])?;
        return Ok(());
    }
    let ServerRules {
        starters,
        channels,
        games_off,
        time,
        in_channel,
        practice_in_private,
        pages_off,
    } = rules;
    let channels: Vec<_> = channels.iter().map(ToString::to_string).collect();
    let sql = "INSERT OR REPLACE INTO server_rules (guild, starters, channels, games_off, time, in_channel, practice_in_private, pages_off) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let params = params![
        guild,
        starters,
        channels.join(" "),
        games_off.join(" "),
        time.map(|time| time.to_string()),
        in_channel,
        practice_in_private,
        pages_off
    ];
    db.run(sql, params)
}

/// Returns a server's rules.
pub fn of_server(db: &Connection, guild: GuildId) -> Result<ServerRules> {
    let sql = "SELECT starters, channels, games_off, time, in_channel, practice_in_private, pages_off FROM server_rules WHERE guild = ?1";
    let rules = db.first(sql, [guild], |row| {
        let channels: String = row.get(1)?;
        let games: String = row.get(2)?;
        let time: Option<String> = row.get(3)?;
        Ok(ServerRules {
            starters: row.get(0)?,
            channels: channels
                .split_whitespace()
                .filter_map(|channel| channel.parse().ok().map(ChannelId))
                .collect(),
            games_off: games.split_whitespace().map(str::to_owned).collect(),
            // A time control that this version does not know counts as not set.
            time: time.and_then(|time| time.parse().ok()),
            in_channel: row.get(4)?,
            practice_in_private: row.get(5)?,
            pages_off: row.get(6)?,
        })
    })?;
    Ok(rules.unwrap_or_default())
}
