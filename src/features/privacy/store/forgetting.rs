//! Deletes what is known of a person. What others need of it, their matches and their ratings, stays with another number.

use rusqlite::{Connection, params};
use serde_json::Value;

use crate::db::projection::{id as from_number, number};
use crate::db::{Scrubbed, Store, StoreError};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// The matches and challenges of a person that go on, but for those that cannot be read.
const GOING_ON: &str = "SELECT match_id FROM appearances JOIN matches USING (match_id) WHERE user = ?1 \
     AND ((status = 'open' AND (challenger = ?1 OR invited = ?1)) \
     OR (status = 'playing' AND (first_player = ?1 OR second_player = ?1 \
     OR (challenger = ?1 AND first_player IS NULL AND second_player IS NULL)))) \
     AND match_id NOT IN (SELECT match_id FROM frozen) ORDER BY match_id";

/// Rows of one person, found by their number: they are deleted.
const OF_PERSON: [&str; 15] = [
    "DELETE FROM user_preferences WHERE user = ?1",
    "DELETE FROM habits WHERE user = ?1",
    "DELETE FROM time_off WHERE user = ?1",
    "DELETE FROM names WHERE user = ?1",
    "DELETE FROM conversations WHERE user = ?1",
    "DELETE FROM follows WHERE user = ?1",
    "DELETE FROM alarms WHERE user = ?1",
    "DELETE FROM blocks WHERE blocker = ?1",
    "DELETE FROM blocks WHERE blocked = ?1",
    "DELETE FROM bans WHERE user = ?1",
    "DELETE FROM imports WHERE user = ?1",
    "DELETE FROM lessons WHERE user = ?1",
    "DELETE FROM practice WHERE user = ?1",
    "DELETE FROM solvers WHERE user = ?1",
    "DELETE FROM puzzle_tries WHERE user = ?1",
];

/// Rows of one person in a match: they are deleted.
const OF_PERSON_IN_MATCH: [&str; 9] = [
    "DELETE FROM drafts WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM pickers WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM conditional_lines WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM offers WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM last_seen WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM reminded WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM missed_calls WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM notes WHERE match_id = ?2 AND user = ?1",
    "DELETE FROM hint_consents WHERE match_id = ?2 AND user = ?1",
];

/// What is folded from the events has the same number as they have.
const IN_MATCH: [&str; 3] = [
    "UPDATE matches SET challenger = iif(challenger = ?1, ?3, challenger), invited = iif(invited = ?1, ?3, invited), \
     first_player = iif(first_player = ?1, ?3, first_player), second_player = iif(second_player = ?1, ?3, second_player), \
     player_to_move = iif(player_to_move = ?1, ?3, player_to_move) WHERE match_id = ?2",
    "UPDATE rated_matches SET first_player = iif(first_player = ?1, ?3, first_player), \
     second_player = iif(second_player = ?1, ?3, second_player) WHERE match_id = ?2",
    "UPDATE moderated SET by = iif(by = ?1, ?3, by) WHERE match_id = ?2",
];

/// See [`IN_MATCH`].
const FOLDED: [&str; 7] = [
    "UPDATE rating_changes SET user = ?2 WHERE user = ?1",
    "UPDATE ratings SET user = ?2 WHERE user = ?1",
    "UPDATE punctuality SET user = ?2 WHERE user = ?1",
    "UPDATE late_losses SET user = ?2 WHERE user = ?1",
    "UPDATE turn_times SET user = ?2 WHERE user = ?1",
    "UPDATE appearances SET user = ?2 WHERE user = ?1",
    "UPDATE bans SET by = ?2 WHERE by = ?1",
];

/// The fields of events that hold people's numbers.
const PEOPLE: [&str; 3] = ["challenger", "invited", "by"];

impl Store {
    /// Notes that a person's data is to be deleted.
    pub async fn begin_forgetting(&self, user: UserId, now: Moment) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            connection
                .prepare_cached("INSERT OR IGNORE INTO forgetting (user, since) VALUES (?1, ?2)")?
                .execute(params![number(user.0), now.0])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// The people whose data is still to be deleted.
    pub async fn forgetting(&self) -> Result<Vec<UserId>, StoreError> {
        let read = |connection: &Connection| {
            let mut statement = connection.prepare_cached("SELECT user FROM forgetting")?;
            let users = statement.query_map([], |row| Ok(UserId(from_number(row.get(0)?))))?;
            Ok(users.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// The matches and challenges of a person that go on, exhibitions that they have begun among them.
    pub async fn going_on_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let read = move |connection: &Connection| Ok(matches(connection, GOING_ON, user)?);
        self.inner.readers.read(read).await
    }

    /// Deletes what is known of a person, and puts a fresh number in the place of theirs wherever others need it. Returns
    /// the matches in which it stood; `None`, and nothing is done, while one of theirs goes on.
    ///
    /// All of it is one transaction. Until [`scrub`](Self::scrub) what was deleted may still stand in unused parts of the
    /// file.
    pub async fn forget(&self, user: UserId) -> Result<Option<Vec<MatchId>>, StoreError> {
        let write = move |connection: &Connection| {
            if !matches(connection, GOING_ON, user)?.is_empty() {
                return Ok(None);
            }
            let theirs = matches(
                connection,
                "SELECT match_id FROM appearances WHERE user = ?1",
                user,
            )?;
            let nth: u32 = connection
                .prepare_cached(
                    "UPDATE deleted_players SET deleted = deleted + 1 RETURNING deleted",
                )?
                .query_row([], |row| row.get(0))?;
            let other = UserId::deleted(nth);
            let (old, new) = (number(user.0), number(other.0));
            for id in &theirs {
                let id = number(id.0);
                for sql in OF_PERSON_IN_MATCH {
                    connection.prepare_cached(sql)?.execute([old, id])?;
                }
                for sql in IN_MATCH {
                    connection.prepare_cached(sql)?.execute([old, id, new])?;
                }
                // Somebody may have written it into a note, or a moderator into a reason.
                for sql in [
                    "UPDATE notes SET text = replace(text, ?2, ?3) WHERE match_id = ?1 AND instr(text, ?2) > 0",
                    "UPDATE moderated SET reason = replace(reason, ?2, ?3) WHERE match_id = ?1 AND instr(reason, ?2) > 0",
                ] {
                    connection.prepare_cached(sql)?.execute(params![
                        id,
                        user.to_string(),
                        other.to_string()
                    ])?;
                }
                in_events(connection, id, user, other)?;
            }
            for sql in OF_PERSON {
                connection.prepare_cached(sql)?.execute([old])?;
            }
            for sql in FOLDED {
                connection.prepare_cached(sql)?.execute([old, new])?;
            }
            connection
                .prepare_cached(
                    "UPDATE bans SET reason = replace(reason, ?1, ?2) WHERE instr(reason, ?1) > 0",
                )?
                .execute(params![user.to_string(), other.to_string()])?;
            // Records that others brought along lately may name them.
            connection
                .prepare_cached("DELETE FROM imports INDEXED BY imports_by_time WHERE at > 0 AND instr(text, ?1) > 0")?
                .execute([user.to_string()])?;
            if !theirs.is_empty() {
                // In no list of players, and in no file for others.
                connection
                    .prepare_cached(
                        "INSERT INTO user_preferences (user, theme, viewpoint, text_only, confirm, unlisted) \
                         VALUES (?1, NULL, 'mover', 0, 'pickers', 1)",
                    )?
                    .execute([new])?;
            }
            connection
                .prepare_cached("DELETE FROM forgetting WHERE user = ?1")?
                .execute([old])?;
            connection
                .prepare_cached("INSERT OR IGNORE INTO scrub_due (one) VALUES (1)")?
                .execute([])?;
            Ok(Some(theirs))
        };
        self.inner.writer.write(write).await
    }

    /// Takes what was deleted out of unused parts of the files, as far as that can be done now, and looks whether anything of
    /// it is left. If `rewrite`, and something was deleted since the last rewrite, the whole database is rewritten, and other
    /// writes wait until that is done. Must be called again until everything is [clean](Scrubbed::Clean).
    ///
    /// # Errors
    ///
    /// When it cannot be written, for lack of room for instance, or not be looked at.
    pub async fn scrub(&self, rewrite: bool) -> Result<Scrubbed, StoreError> {
        self.inner.writer.scrub(rewrite).await
    }
}

fn matches(connection: &Connection, sql: &str, user: UserId) -> rusqlite::Result<Vec<MatchId>> {
    let mut statement = connection.prepare_cached(sql)?;
    let ids = statement.query_map([number(user.0)], |row| {
        Ok(MatchId(from_number(row.get(0)?)))
    })?;
    ids.collect()
}

/// Puts another number in the place of a person's in the events of a match, also where this version cannot read them.
fn in_events(
    connection: &Connection,
    id: i64,
    user: UserId,
    other: UserId,
) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT seq, body FROM events WHERE match_id = ?1 AND kind <> 'turn'")?;
    let rows = statement.query_map([id], |row| {
        Ok((row.get::<_, u32>(0)?, row.get::<_, String>(1)?))
    })?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    let decimal = user.to_string();
    for (seq, body) in rows {
        if !body.contains(&decimal) {
            continue;
        }
        let Ok(Value::Object(mut fields)) = serde_json::from_str(&body) else {
            return Err(StoreError::Event {
                id: MatchId(from_number(id)),
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
        connection
            .prepare_cached("UPDATE events SET body = ?3 WHERE match_id = ?1 AND seq = ?2")?
            .execute(params![id, seq, Value::Object(fields).to_string()])?;
    }
    Ok(())
}
