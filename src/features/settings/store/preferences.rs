use rusqlite::{Connection, OptionalExtension, params};

use super::server_rules;
use crate::board::Theme;
use crate::db::{Store, StoreError};
use crate::matches::{Effective, GuildId, Preferences, ServerPreferences, UserId};

impl Store {
    /// What a person has chosen, and the server that they are in.
    pub async fn preferences(
        &self,
        user: UserId,
        guild: Option<GuildId>,
    ) -> Result<Effective, StoreError> {
        let read = move |connection: &Connection| {
            let server = guild
                .map(|guild| of_server(connection, guild))
                .transpose()?;
            Ok(Effective {
                own: of_user(connection, user)?,
                server: server.unwrap_or_default(),
            })
        };
        self.inner.readers.read(read).await
    }

    /// Changes what a person has chosen.
    pub async fn change_preferences<F>(&self, user: UserId, change: F) -> Result<(), StoreError>
    where
        F: FnOnce(&mut Preferences) + Send + 'static,
    {
        let write = move |connection: &Connection| {
            let mut preferences = of_user(connection, user)?;
            change(&mut preferences);
            // Nothing is kept of those who are content with what there is.
            if preferences == Preferences::default() {
                connection
                    .prepare_cached("DELETE FROM user_preferences WHERE user = ?1")?
                    .execute([user])?;
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
            connection.prepare_cached(sql)?.execute(params![
                user, theme, viewpoint, text_only, confirm, unlisted
            ])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// What a server has chosen.
    pub async fn server_preferences(
        &self,
        guild: GuildId,
    ) -> Result<ServerPreferences, StoreError> {
        let read = move |connection: &Connection| of_server(connection, guild);
        self.inner.readers.read(read).await
    }

    /// Sets the colours that a server has chosen. The rest follows from its [rules](Self::server_rules).
    pub async fn set_server_preferences(
        &self,
        guild: GuildId,
        preferences: ServerPreferences,
    ) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            match preferences.theme {
                Some(theme) => connection
                    .prepare_cached(
                        "INSERT OR REPLACE INTO server_preferences (guild, theme) VALUES (?1, ?2)",
                    )?
                    .execute(params![guild, theme.name()])?,
                None => connection
                    .prepare_cached("DELETE FROM server_preferences WHERE guild = ?1")?
                    .execute([guild])?,
            };
            Ok(())
        };
        self.inner.writer.write(write).await
    }
}

fn of_user(connection: &Connection, user: UserId) -> Result<Preferences, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT theme, viewpoint, text_only, confirm, unlisted FROM user_preferences WHERE user = ?1",
    )?;
    let preferences = |row: &rusqlite::Row<'_>| {
        Ok(Preferences {
            theme: row.get::<_, Option<String>>(0)?.as_deref().and_then(theme),
            viewpoint: row.get(1)?,
            text_only: row.get(2)?,
            confirm: row.get(3)?,
            unlisted: row.get(4)?,
        })
    };
    Ok(statement
        .query_row([user], preferences)
        .optional()?
        .unwrap_or_default())
}

/// What a server has chosen.
pub(crate) fn of_server(
    connection: &Connection,
    guild: GuildId,
) -> Result<ServerPreferences, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT theme FROM server_preferences WHERE guild = ?1")?;
    let name = statement
        .query_row([guild], |row| row.get::<_, String>(0))
        .optional()?;
    Ok(ServerPreferences {
        theme: name.as_deref().and_then(theme),
        in_channel: server_rules::in_channel(connection, guild)?,
    })
}

/// A theme that this version does not know counts as not chosen.
fn theme(name: &str) -> Option<Theme> {
    name.parse().ok()
}
