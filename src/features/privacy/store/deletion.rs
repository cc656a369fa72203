//! Deletes a person's data. Matches and ratings that others need stay under a replacement id.

use rusqlite::{Connection, params};
use serde_json::Value;

use super::tables;
use crate::db::people::People;
use crate::db::{Query, Result, StoreError};
use crate::features;
use crate::kernel::contests::Removal;
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// The open challenges and running matches of a person, without frozen ones.
const GOING_ON: &str = "SELECT match_id FROM appearances JOIN matches USING (match_id) WHERE user = ?1 \
     AND ((status = 'open' AND (challenger = ?1 OR invited = ?1)) \
     OR (status = 'playing' AND (first_player = ?1 OR second_player = ?1 \
     OR (challenger = ?1 AND first_computer IS NOT NULL AND second_computer IS NOT NULL)))) \
     AND match_id NOT IN (SELECT match_id FROM frozen) ORDER BY match_id";

/// The fields of events that hold people's ids.
const PEOPLE: [&str; 3] = ["challenger", "invited", "by"];

/// Stores a request for deletion, and takes the person out of leagues and ladders.
pub fn begin_deletion(db: &Connection, user: UserId, now: Moment) -> Result {
    let sql = "INSERT OR IGNORE INTO forgetting (user, since) VALUES (?1, ?2)";
    db.run(sql, params![user, now])?;
    features::take_out(db, user, Removal::DataDeleted, now)
}

/// Returns the people whose deletion is not finished.
pub fn being_deleted(db: &Connection) -> Result<Vec<UserId>> {
    db.all("SELECT user FROM forgetting", [], |row| row.get(0))
}

/// Returns the open challenges and running matches of a person, including matches of two computers that they began.
pub fn going_on_of(db: &Connection, user: UserId) -> Result<Vec<MatchId>> {
    matches(db, GOING_ON, user)
}

/// Deletes a person's data and replaces their id wherever others need it, in one transaction.
///
/// Returns the matches that contained the id; `None`, without a change, if a match of theirs is still running.
///
/// Until [`Store::scrub`](crate::db::Store::scrub), unused parts of the file may still contain deleted data.
pub fn delete_person(db: &Connection, user: UserId) -> Result<Option<Vec<MatchId>>> {
    if !matches(db, GOING_ON, user)?.is_empty() {
        return Ok(None);
    }
    let theirs = matches(db, "SELECT match_id FROM appearances WHERE user = ?1", user)?;
    let sql = "UPDATE deleted_players SET deleted = deleted + 1 RETURNING deleted";
    let nth: u32 = db.one(sql, [], |row| row.get(0))?;
    let other = UserId::deleted(nth);
    for &id in &theirs {
        for sql in all(|people| people.rows_in_match) {
            db.run(sql, (user, id))?;
        }
        for sql in all(|people| people.numbers_in_match) {
            db.run(sql, (user, id, other))?;
        }
        // A note or a moderator's reason may contain the id.
        for sql in all(|people| people.words_in_match) {
            db.run(sql, params![id, user.to_string(), other.to_string()])?;
        }
        in_events(db, id, user, other)?;
    }
    for sql in all(|people| people.rows) {
        db.run(sql, [user])?;
    }
    for sql in all(|people| people.numbers) {
        db.run(sql, (user, other))?;
    }
    for sql in all(|people| people.words) {
        db.run(sql, [user.to_string(), other.to_string()])?;
    }
    for sql in all(|people| people.mentions) {
        db.run(sql, [user.to_string()])?;
    }
    if !theirs.is_empty() {
        // The replacement id is in no player list and in no file for others.
        let sql = "INSERT INTO user_preferences (user, theme, viewpoint, text_only, confirm, unlisted) \
                 VALUES (?1, NULL, 'mover', 0, 'pickers', 1)";
        db.run(sql, [other])?;
    }
    db.run("INSERT OR IGNORE INTO scrub_due (one) VALUES (1)", [])?;
    Ok(Some(theirs))
}

/// Returns the statements of one kind for all tables.
fn all(kind: fn(&'static People) -> &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    tables().flat_map(move |people| kind(people).iter().copied())
}

fn matches(db: &Connection, sql: &str, user: UserId) -> Result<Vec<MatchId>> {
    db.all(sql, [user], |row| row.get(0))
}

/// Replaces a person's id in the events of a match, also in events that this version cannot read.
fn in_events(db: &Connection, id: MatchId, user: UserId, other: UserId) -> Result {
    let sql = "SELECT seq, body FROM events WHERE match_id = ?1 AND kind <> 'turn'";
    let rows: Vec<_> = db.all(sql, [id], |row| {
        Ok((row.get::<_, u32>(0)?, row.get::<_, String>(1)?))
    })?;
    let decimal = user.to_string();
    for (seq, body) in rows {
        if !body.contains(&decimal) {
            continue;
        }
        let Ok(Value::Object(mut fields)) = serde_json::from_str(&body) else {
            return Err(StoreError::Event {
                id,
                seq,
                why: String::from("it is no JSON object"),
            });
        };
        for (field, value) in &mut fields {
            match value {
                Value::Number(number)
                    if PEOPLE.contains(&field.as_str()) && number.as_u64() == Some(user.0) =>
                {
                    *value = Value::from(other.0);
                }
                Value::String(text) => *text = text.replace(&decimal, &other.to_string()),
                _ => {}
            }
        }
        let sql = "UPDATE events SET body = ?3 WHERE match_id = ?1 AND seq = ?2";
        db.run(sql, params![id, seq, Value::Object(fields).to_string()])?;
    }
    Ok(())
}
