use rusqlite::{Connection, params};

use crate::db::error::Result;
use crate::db::{Query, Store};
use crate::matches::{GuildId, UserId};
use crate::people::Moment;

/// The server of names that apply everywhere. Discord gives no server this id.
pub(crate) const EVERYWHERE: GuildId = GuildId(0);

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Names are deleted if they were not seen for this many days.
const KEPT: i64 = 400;

impl Store {
    /// Stores a person's name in a server, or everywhere.
    pub async fn store_name(
        &self,
        guild: Option<GuildId>,
        user: UserId,
        name: String,
        now: Moment,
    ) -> Result {
        let write = move |db: &Connection| {
            let sql = "INSERT INTO names (guild, user, name, day) VALUES (?1, ?2, ?3, ?4) \
                       ON CONFLICT DO UPDATE SET name = excluded.name, day = excluded.day";
            db.run(
                sql,
                params![
                    guild.unwrap_or(EVERYWHERE),
                    user,
                    name,
                    now.0.div_euclid(DAY)
                ],
            )
        };
        self.write(write).await
    }

    /// Returns the names of people in a server, or else everywhere, without unknown people.
    pub async fn names(
        &self,
        guild: Option<GuildId>,
        users: Vec<UserId>,
    ) -> Result<Vec<(UserId, String)>> {
        let read = move |db: &Connection| names(db, guild, users);
        self.read(read).await
    }

    /// Deletes the names that were not seen for more than 400 days.
    pub async fn delete_old_names(&self, now: Moment) -> Result {
        let write = move |db: &Connection| {
            db.execute(
                "DELETE FROM names WHERE day < ?1",
                [now.0.div_euclid(DAY) - KEPT],
            )?;
            Ok(())
        };
        self.write(write).await
    }

    /// Returns the tag of the database: six letters and digits that no other database has.
    pub async fn tag(&self) -> Result<String> {
        let read = |db: &Connection| {
            Ok(db.query_row("SELECT tag FROM this_database", [], |row| row.get(0))?)
        };
        self.read(read).await
    }
}

/// Returns the names of people in a server, or else everywhere, without unknown people.
pub(crate) fn names(
    db: &Connection,
    guild: Option<GuildId>,
    users: impl IntoIterator<Item = UserId>,
) -> Result<Vec<(UserId, String)>> {
    let sql = "SELECT coalesce((SELECT name FROM names WHERE user = ?1 AND guild = ?2), \
                               (SELECT name FROM names WHERE user = ?1 AND guild = ?3))";
    let mut names = Vec::new();
    for user in users {
        let servers = params![user, guild.unwrap_or(EVERYWHERE), EVERYWHERE];
        let name: Option<String> = db.one(sql, servers, |row| row.get(0))?;
        names.extend(name.map(|name| (user, name)));
    }
    Ok(names)
}
