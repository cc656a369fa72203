//! The names of pages, and who is hidden on them.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::model::PageName;
use crate::db::people::People;
use crate::db::{Query, Result};
use crate::matches::{GuildId, MatchId, UserId};
use crate::people::Moment;

pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "pages",
            "SELECT match_id, name, at FROM pages WHERE user = ?1 ORDER BY match_id",
        ),
        (
            "hidden_on_pages",
            "SELECT 1 AS hidden FROM hidden_on_pages WHERE user = ?1",
        ),
        ("calendar", "SELECT secret FROM calendars WHERE user = ?1"),
    ],
    rows: &[
        "DELETE FROM hidden_on_pages WHERE user = ?1",
        "DELETE FROM calendars WHERE user = ?1",
    ],
    numbers: &["UPDATE pages SET user = ?2 WHERE user = ?1"],
    ..People::NOTHING
};

/// The page of a match, or what is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its name; `None` if it was withdrawn.
    pub name: Option<PageName>,
    /// The person who made or withdrew it.
    pub by: UserId,
}

/// Returns the page of a match, if it ever had one.
pub fn of_match(db: &Connection, id: MatchId) -> Result<Option<Page>> {
    let sql = "SELECT name, user FROM pages WHERE match_id = ?1";
    db.first(sql, [id], |row| {
        let name: Option<String> = row.get(0)?;
        Ok(Page {
            name: name.and_then(|name| name.parse().ok()),
            by: row.get(1)?,
        })
    })
}

/// Returns the match whose page has this name.
pub fn named(db: &Connection, name: &PageName) -> Result<Option<MatchId>> {
    let sql = "SELECT match_id FROM pages WHERE name = ?1";
    db.first(sql, [name.as_str()], |row| row.get(0))
}

/// Returns the names of the pages of matches, as far as they have one.
pub fn of_matches(db: &Connection, ids: &[MatchId]) -> Result<HashMap<MatchId, PageName>> {
    let mut named = HashMap::new();
    for id in ids {
        let page = of_match(db, *id)?;
        named.extend(page.and_then(|page| Some((*id, page.name?))));
    }
    Ok(named)
}

/// Stores that a person made the page of a match, or with no name that they withdrew it.
pub fn set(
    db: &Connection,
    (id, guild): (MatchId, Option<GuildId>),
    name: Option<&PageName>,
    by: UserId,
    at: Moment,
) -> Result {
    let sql = "INSERT OR REPLACE INTO pages (match_id, guild, name, user, at) VALUES (?1, ?2, ?3, ?4, ?5)";
    db.run(sql, params![id, guild, name.map(PageName::as_str), by, at])
}

/// Whether a person is called by their colour on pages.
pub fn is_hidden(db: &Connection, user: UserId) -> Result<bool> {
    let sql = "SELECT 1 FROM hidden_on_pages WHERE user = ?1";
    Ok(db.first(sql, [user], |_| Ok(()))?.is_some())
}

/// Hides a person's name on pages, or shows it again.
pub fn set_hidden(db: &Connection, user: UserId, hidden: bool) -> Result {
    let sql = if hidden {
        "INSERT OR IGNORE INTO hidden_on_pages (user) VALUES (?1)"
    } else {
        "DELETE FROM hidden_on_pages WHERE user = ?1"
    };
    db.run(sql, [user])
}

/// Returns the contests of a person that have a page, with their names and the pages' names. Those of servers that show
/// none are left out.
pub fn contests_showing(db: &Connection, user: UserId) -> Result<Vec<(String, String)>> {
    let sql = "SELECT name, page FROM journals JOIN journal_people USING (journal) \
               WHERE user = ?1 AND page IS NOT NULL \
               AND NOT EXISTS (SELECT 1 FROM server_rules WHERE server_rules.guild = journals.guild AND pages_off) ORDER BY journal DESC";
    db.all(sql, [user], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the latest matches of a person that have a page, at most `most`, with their pages' names, and the number of all.
/// Pages of servers that show none are left out.
pub fn showing(db: &Connection, user: UserId, most: u32) -> Result<(Vec<(MatchId, String)>, u64)> {
    let sql = "SELECT match_id, name FROM appearances JOIN pages USING (match_id) \
               WHERE appearances.user = ?1 AND name IS NOT NULL \
               AND NOT EXISTS (SELECT 1 FROM server_rules WHERE server_rules.guild = pages.guild AND pages_off) ORDER BY match_id DESC LIMIT ?2";
    let latest = db.all(sql, params![user, most], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let sql = "SELECT count(*) FROM appearances JOIN pages USING (match_id) \
               WHERE appearances.user = ?1 AND name IS NOT NULL \
               AND NOT EXISTS (SELECT 1 FROM server_rules WHERE server_rules.guild = pages.guild AND pages_off)";
    let all: i64 = db.one(sql, [user], |row| row.get(0))?;
    Ok((latest, all.unsigned_abs()))
}

/// Returns the secret of a person's calendar, if they have one.
pub fn calendar_of(db: &Connection, user: UserId) -> Result<Option<PageName>> {
    let sql = "SELECT secret FROM calendars WHERE user = ?1";
    let secret: Option<String> = db.first(sql, [user], |row| row.get(0))?;
    Ok(secret.and_then(|secret| secret.parse().ok()))
}

/// Gives a person's calendar a secret, or takes it away.
pub fn set_calendar(db: &Connection, user: UserId, secret: Option<&PageName>) -> Result {
    match secret {
        Some(secret) => db.run(
            "INSERT OR REPLACE INTO calendars (user, secret) VALUES (?1, ?2)",
            params![user, secret.as_str()],
        ),
        None => db.run("DELETE FROM calendars WHERE user = ?1", [user]),
    }
}

/// Returns the person whose calendar has this secret.
pub fn calendar_with(db: &Connection, secret: &PageName) -> Result<Option<UserId>> {
    let sql = "SELECT user FROM calendars WHERE secret = ?1";
    db.first(sql, [secret.as_str()], |row| row.get(0))
}

/// Returns the matches in which a person is to move, with their games and deadlines, at most `most`.
pub fn deadlines(
    db: &Connection,
    user: UserId,
    after: Moment,
    most: u32,
) -> Result<Vec<(MatchId, String, Moment)>> {
    let sql = "SELECT match_id, game, deadline FROM matches \
               WHERE player_to_move = ?1 AND status = 'playing' AND deadline > ?2 ORDER BY deadline LIMIT ?3";
    db.all(sql, params![user, after, most], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })
}
