use rusqlite::{Connection, params};

use crate::board::Theme;
use crate::db::{Query, Result};
use crate::matches::{Effective, GuildId, Preferences, ServerPreferences, UserId};

/// Returns the preferences of a person and of a server.
pub fn of(db: &Connection, user: UserId, guild: Option<GuildId>) -> Result<Effective> {
    let server = guild.map(|guild| of_server(db, guild)).transpose()?;
    Ok(Effective {
        own: of_user(db, user)?,
        server: server.unwrap_or_default(),
    })
}

/// Changes the preferences of a person.
pub fn change<F>(db: &Connection, user: UserId, change: F) -> Result
where
    F: FnOnce(&mut Preferences),
{
    let mut preferences = of_user(db, user)?;
    change(&mut preferences);
    // The defaults are not stored.
    if preferences == Preferences::default() {
        db.run("DELETE FROM user_preferences WHERE user = ?1", [user])?;
        return Ok(());
    }
    let Preferences {
        theme,
        viewpoint,
        text_only,
        confirm,
        unlisted,
    } = preferences;
    let sql = "INSERT OR REPLACE INTO user_preferences (user, theme, viewpoint, text_only, confirm, unlisted) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let theme = theme.map(Theme::name);
    db.run(
        sql,
        params![user, theme, viewpoint, text_only, confirm, unlisted],
    )
}

/// Stores the theme of a server. Its other preferences follow from its rules.
pub fn set_of_server(db: &Connection, guild: GuildId, preferences: ServerPreferences) -> Result {
    match preferences.theme {
        Some(theme) => {
            let sql = "INSERT OR REPLACE INTO server_preferences (guild, theme) VALUES (?1, ?2)";
            db.run(sql, params![guild, theme.name()])
        }
        None => db.run("DELETE FROM server_preferences WHERE guild = ?1", [guild]),
    }
}

/// Returns the preferences of a person.
pub fn of_user(db: &Connection, user: UserId) -> Result<Preferences> {
    let sql = "SELECT theme, viewpoint, text_only, confirm, unlisted FROM user_preferences WHERE user = ?1";
    let preferences = |row: &rusqlite::Row<'_>| {
        Ok(Preferences {
            theme: row.get::<_, Option<String>>(0)?.as_deref().and_then(theme),
            viewpoint: row.get(1)?,
            text_only: row.get(2)?,
            confirm: row.get(3)?,
            unlisted: row.get(4)?,
        })
    };
    Ok(db.first(sql, [user], preferences)?.unwrap_or_default())
}

/// Returns the preferences of a server.
pub fn of_server(db: &Connection, guild: GuildId) -> Result<ServerPreferences> {
    let sql = "SELECT (SELECT theme FROM server_preferences WHERE guild = ?1), \
                      coalesce((SELECT in_channel FROM server_rules WHERE guild = ?1), 0)";
    let preferences = |row: &rusqlite::Row<'_>| {
        Ok(ServerPreferences {
            theme: row.get::<_, Option<String>>(0)?.as_deref().and_then(theme),
            in_channel: row.get(1)?,
        })
    };
    db.one(sql, [guild], preferences)
}

/// Parses a theme. A theme that this version does not know counts as not chosen.
fn theme(name: &str) -> Option<Theme> {
    name.parse().ok()
}
