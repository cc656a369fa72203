//! Everything that is kept of one person, for themselves.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use crate::db::projection::number;
use crate::db::{Store, StoreError};
use crate::matches::UserId;

/// What is kept of a person apart from their matches, and where it stands. The names are part of the format that
/// `docs/privacy-export.md` describes.
const SECTIONS: [(&str, &str); 31] = [
    (
        "names",
        "SELECT nullif(guild, 0) AS guild, name, day FROM names WHERE user = ?1 ORDER BY guild",
    ),
    (
        "settings",
        "SELECT theme, viewpoint, text_only, confirm, unlisted FROM user_preferences WHERE user = ?1",
    ),
    (
        "habits",
        "SELECT zone, slices, nudge, last_calls, digest, quiet, private FROM habits WHERE user = ?1",
    ),
    (
        "time_off",
        "SELECT begins, ends, back, automatic FROM time_off WHERE user = ?1 ORDER BY begins",
    ),
    (
        "reminders",
        "SELECT what, match_id, at, due FROM alarms WHERE user = ?1 AND user <> 0 ORDER BY match_id",
    ),
    (
        "conversation",
        "SELECT channel FROM conversations WHERE user = ?1",
    ),
    (
        "follows",
        "SELECT match_id, how FROM follows WHERE user = ?1 ORDER BY match_id",
    ),
    (
        "blocks",
        "SELECT blocked, since FROM blocks WHERE blocker = ?1 ORDER BY since, blocked",
    ),
    (
        "kept_out",
        "SELECT guild, at, reason, lifted FROM bans WHERE user = ?1 ORDER BY at, guild",
    ),
    (
        "moderated",
        "SELECT match_id, moderated.guild, at, act, reason FROM appearances JOIN moderated USING (match_id) WHERE user = ?1 AND by = ?1 ORDER BY position",
    ),
    (
        "kept_others_out",
        "SELECT guild, user, at, reason, lifted FROM bans WHERE by = ?1 ORDER BY at, guild",
    ),
    (
        "notes",
        "SELECT match_id, ply, text, published FROM appearances JOIN notes USING (match_id, user) WHERE user = ?1 ORDER BY match_id, ply",
    ),
    ("imports", "SELECT at, text FROM imports WHERE user = ?1"),
    (
        "lessons",
        "SELECT game, lesson, picks, done_at FROM lessons WHERE user = ?1 ORDER BY game, lesson",
    ),
    (
        "planned_turns",
        "SELECT match_id, number, board, turns FROM appearances JOIN conditional_lines USING (match_id, user) WHERE user = ?1 ORDER BY match_id, number",
    ),
    (
        "drafts",
        "SELECT match_id, board, turn FROM appearances JOIN drafts USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    ),
    (
        "pickers",
        "SELECT match_id, board, picks, line FROM appearances JOIN pickers USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    ),
    (
        "offers",
        "SELECT match_id, board, turns FROM appearances JOIN offers USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    ),
    (
        "looked_at",
        "SELECT match_id, board FROM appearances JOIN last_seen USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    ),
    (
        "reminded",
        "SELECT match_id, board, nudges, last, muted FROM appearances JOIN reminded USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    ),
    (
        "missed_calls",
        "SELECT match_id, board, calls FROM appearances JOIN missed_calls USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    ),
    (
        "ratings",
        "SELECT game, at, games, points, deviation, volatility FROM ratings WHERE user = ?1 ORDER BY game",
    ),
    (
        "rating_changes",
        "SELECT game, match_id, at, games, points, deviation, volatility FROM rating_changes WHERE user = ?1 ORDER BY game, position",
    ),
    (
        "punctuality",
        "SELECT finished, lost_on_time, last_lost_on_time, since FROM punctuality WHERE user = ?1",
    ),
    (
        "lost_on_time",
        "SELECT match_id, at FROM late_losses WHERE user = ?1 ORDER BY at, match_id",
    ),
    (
        "turn_times",
        "SELECT class, turns FROM turn_times WHERE user = ?1 ORDER BY class",
    ),
    (
        "boards",
        "SELECT about, turns, picks, at FROM practice WHERE user = ?1 ORDER BY number",
    ),
    (
        "puzzles",
        "SELECT game, number, at, solved FROM puzzle_tries WHERE user = ?1 ORDER BY game, number",
    ),
    (
        "puzzle_ratings",
        "SELECT game, tries, solved, streak, best, points, deviation, volatility FROM solvers WHERE user = ?1 ORDER BY game",
    ),
    (
        "hints_wanted",
        "SELECT match_id FROM appearances JOIN hint_consents USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    ),
    ("deletion", "SELECT since FROM forgetting WHERE user = ?1"),
];

/// The matches in which a person's number stands, the latest first.
const MATCHES: &str = "SELECT match_id, game, status, guild, channel, challenger, invited, first_player, second_player, turns, winner, reason, \
     ended_at FROM appearances JOIN matches USING (match_id) WHERE user = ?1 ORDER BY match_id DESC LIMIT ?2";

const EVENTS: &str = "SELECT seq, at, kind, body FROM events WHERE match_id = ?1 ORDER BY seq";

/// The greatest number that every reader of JSON takes exactly.
const MOST_EXACT: u64 = 1 << 53;

/// How much is kept of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// In how many matches and challenges their number stands.
    pub matches: u64,
    /// How many entries each section of the rest has, by its name; those without any are left out.
    pub sections: Vec<(&'static str, u64)>,
}

impl Kept {
    /// How many entries a section has.
    #[must_use]
    pub fn of(&self, section: &str) -> u64 {
        let mut sections = self.sections.iter();
        sections
            .find(|(name, _)| *name == section)
            .map_or(0, |(_, count)| *count)
    }
}

impl Store {
    /// How much is kept of a person.
    pub async fn kept_of(&self, user: UserId) -> Result<Kept, StoreError> {
        let read = move |connection: &Connection| {
            let count = |sql: &str| {
                connection
                    .prepare_cached(sql)?
                    .query_row([number(user.0)], |row| row.get::<_, i64>(0))
                    .map(i64::unsigned_abs)
            };
            let mut kept = Kept {
                matches: count("SELECT count(*) FROM appearances WHERE user = ?1")?,
                sections: Vec::new(),
            };
            for (name, sql) in SECTIONS {
                let entries = count(&format!("SELECT count(*) FROM ({sql})"))?;
                if entries > 0 {
                    kept.sections.push((name, entries));
                }
            }
            Ok(kept)
        };
        self.inner.readers.read(read).await
    }

    /// Everything that is kept of a person, as `docs/privacy-export.md` describes it, with their latest matches: at most so
    /// many, and only as many as fit into so many bytes.
    pub async fn everything_of(
        &self,
        user: UserId,
        most_matches: u32,
        most_bytes: usize,
    ) -> Result<Value, StoreError> {
        let read = move |connection: &Connection| {
            let mut all = Map::new();
            for (name, sql) in SECTIONS {
                let rows = rows(connection, sql, &[&number(user.0)])?;
                all.insert(
                    name.to_owned(),
                    rows.into_iter().map(Value::Object).collect(),
                );
            }
            let mut size = Value::Object(all.clone()).to_string().len();
            let mut matches = Vec::new();
            let listed = rows(connection, MATCHES, &[&number(user.0), &most_matches])?;
            for mut one in listed {
                let id = one.get("match_id").and_then(Value::as_i64).unwrap_or(0);
                let events = rows(connection, EVENTS, &[&id])?;
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
                let one = Value::Object(one);
                size += one.to_string().len();
                if size > most_bytes {
                    break;
                }
                matches.push(one);
            }
            all.insert(String::from("matches"), Value::Array(matches));
            Ok(Value::Object(all))
        };
        self.inner.readers.read(read).await
    }
}

/// The rows of a query, each by the names of its columns.
fn rows(
    connection: &Connection,
    sql: &str,
    params: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<Vec<Map<String, Value>>> {
    let mut statement = connection.prepare_cached(sql)?;
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

/// Numbers of Discord are texts: many programs read JSON's numbers as floating-point ones and would round them.
fn in_texts(value: Value) -> Value {
    match value {
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) if whole > MOST_EXACT => Value::from(whole.to_string()),
            // A number that stands for a deleted player has a sign in SQLite.
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
