//! The export of a person's data.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use super::tables;
use crate::db::{Query, Result};
use crate::matches::UserId;

/// The matches that contain a person's id, before one, latest first.
const MATCHES: &str = "SELECT match_id, game, status, guild, channel, challenger, invited, first_player, second_player, turns, winner, reason, \
     ended_at FROM appearances JOIN matches USING (match_id) WHERE user = ?1 AND match_id < ?2 ORDER BY match_id DESC LIMIT ?3";

/// What a team has proposed stays out until the match is over: the other side may ask for its data, too.
const EVENTS: &str = "SELECT events.seq, at, kind, iif(kind = 'turn' AND status = 'playing', json_remove(body, '$.ballot'), body) AS body \
                      FROM events JOIN matches USING (match_id) WHERE match_id = ?1 ORDER BY events.seq";

/// The largest integer that all JSON readers represent exactly.
const MOST_EXACT: u64 = 1 << 53;

/// The amount of data stored about a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredData {
    /// The number of matches and challenges that contain their id.
    pub matches: u64,
    /// The number of entries of each other section by name, without empty sections.
    pub sections: Vec<(&'static str, u64)>,
}

impl StoredData {
    /// Returns the number of entries of a section.
    pub fn of(&self, section: &str) -> u64 {
        let mut sections = self.sections.iter();
        sections
            .find(|(name, _)| *name == section)
            .map_or(0, |(_, count)| *count)
    }
}

/// Counts the data stored about a person.
pub fn stored_data(db: &Connection, user: UserId) -> Result<StoredData> {
    let count = |sql: &str| db.one(sql, [user], |row| row.get(0).map(i64::unsigned_abs));
    let mut kept = StoredData {
        matches: count("SELECT count(*) FROM appearances WHERE user = ?1")?,
        sections: Vec::new(),
    };
    for (name, sql) in sections() {
        let entries = count(&format!("SELECT count(*) FROM ({sql})"))?;
        if entries > 0 {
            kept.sections.push((name, entries));
        }
    }
    Ok(kept)
}

/// Returns a person's data as `docs/privacy-export.md` describes it, without matches.
pub fn sections_of(db: &Connection, user: UserId) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    for (name, sql) in sections() {
        let rows = rows(db, sql, &[&user])?;
        all.insert(
            name.to_owned(),
            rows.into_iter().map(Value::Object).collect(),
        );
    }
    Ok(all)
}

/// Returns a person's latest matches before this one, as `docs/privacy-export.md` describes them: each with its number.
pub fn matches_of(
    db: &Connection,
    user: UserId,
    before: Option<i64>,
    most: u32,
) -> Result<Vec<(i64, Value)>> {
    let before = before.unwrap_or(i64::MAX);
    let mut matches = Vec::new();
    for mut one in rows(db, MATCHES, &[&user, &before, &most])? {
        let id = one.get("match_id").and_then(Value::as_i64).unwrap_or(0);
        let events = rows(db, EVENTS, &[&id])?;
        let events: Vec<Value> = events
            .into_iter()
            .map(|mut event| {
                if let Some(Value::String(body)) = event.get("body") {
                    let body = serde_json::from_str(body).map(in_texts);
                    event.insert(String::from("body"), body.unwrap_or(Value::Null));
                }
                Value::Object(event)
            })
            .collect();
        one.insert(String::from("events"), Value::Array(events));
        matches.push((id, Value::Object(one)));
    }
    Ok(matches)
}

/// Returns the sections of a person's data, without matches: name and query.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    tables().flat_map(|people| people.sections.iter().copied())
}

/// Returns the rows of a query as objects.
fn rows(
    db: &Connection,
    sql: &str,
    params: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<Vec<Map<String, Value>>> {
    let mut statement = db.prepare_cached(sql)?;
    let names: Vec<String> = statement
        .column_names()
        .into_iter()
        .map(str::to_owned)
        .collect();
    let mut rows = statement.query(params)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let mut fields = Map::new();
        for (index, name) in names.iter().enumerate() {
            let value = match row.get_ref(index)? {
                ValueRef::Integer(number) => in_texts(Value::from(number)),
                ValueRef::Real(number) => Value::from(number),
                ValueRef::Text(text) => Value::from(String::from_utf8_lossy(text)),
                ValueRef::Null | ValueRef::Blob(_) => Value::Null,
            };
            fields.insert(name.clone(), value);
        }
        all.push(fields);
    }
    Ok(all)
}

/// Converts large ids to strings: many programs read JSON numbers as floats and would round them.
fn in_texts(value: Value) -> Value {
    match value {
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) if whole > MOST_EXACT => Value::from(whole.to_string()),
            // The id of a deleted player is negative in SQLite.
            (None, Some(whole)) if whole.unsigned_abs() > MOST_EXACT => {
                Value::from(whole.cast_unsigned().to_string())
            }
            _ => Value::Number(number),
        },
        Value::Array(list) => list.into_iter().map(in_texts).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(key, value)| (key, in_texts(value)))
            .collect(),
        other => other,
    }
}
