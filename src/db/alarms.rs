use rusqlite::{Connection, OptionalExtension, params};
use strum::VariantArray;

use super::alarm_kinds::KNOWN;
use super::error::StoreError;
use crate::db::Store;
use crate::features::reminders;
use crate::matches::{Alarm, AlarmKind, Match, MatchId, UserId};
use crate::people::Moment;

/// Writes the alarms of a match as it stands, in place of those that it had. Part of the transaction of its events.
pub(crate) fn set(connection: &Connection, played: &Match) -> Result<(), StoreError> {
    let alarms = played.alarms();
    for &kind in AlarmKind::VARIANTS {
        let params = params![kind, played.id()];
        match alarms.iter().find(|alarm| alarm.kind == kind) {
            Some(alarm) => connection
                .prepare_cached(
                    "INSERT INTO alarms (what, match_id, user, at, due) VALUES (?1, ?2, 0, ?3, ?3) \
                     ON CONFLICT DO UPDATE SET at = excluded.at, due = excluded.due",
                )?
                .execute(params![kind, played.id(), alarm.at])?,
            None => connection
                .prepare_cached(
                    "DELETE FROM alarms WHERE match_id = ?2 AND user = 0 AND what = ?1",
                )?
                .execute(params)?,
        };
    }
    reminders::store::due::set(connection, played, played.changed_at())
}

/// Takes all alarms of a match away.
pub(crate) fn clear(connection: &Connection, id: MatchId) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM alarms WHERE match_id = ?1")?
        .execute([id])?;
    Ok(())
}

/// Notes the moment of an event, if it is the latest so far.
pub(crate) fn note_time(connection: &Connection, at: Moment) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO latest (one, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
        )?
        .execute([at])?;
    Ok(())
}

impl Store {
    /// The alarms of matches that are due, the oldest first, at most `most` of them.
    pub async fn due_alarms(&self, now: Moment, most: u32) -> Result<Vec<Alarm>, StoreError> {
        let read = move |connection: &Connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT what, match_id, at FROM alarms INDEXED BY alarms_of_matches \
                 WHERE user = 0 AND due <= ?1 AND {} ORDER BY due LIMIT ?2",
                *KNOWN
            ))?;
            let alarms = statement.query_map(params![now, most], |row| {
                Ok(Alarm {
                    kind: row.get(0)?,
                    id: row.get(1)?,
                    at: row.get(2)?,
                })
            })?;
            Ok(alarms.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// When the nearest alarm of a match is due.
    pub async fn next_alarm(&self) -> Result<Option<Moment>, StoreError> {
        let read = |connection: &Connection| nearest(connection, "alarms_of_matches", "user = 0");
        self.inner.readers.read(read).await
    }

    /// When the nearest reminder or digest is due.
    pub async fn next_reminder(&self) -> Result<Option<Moment>, StoreError> {
        let read = |connection: &Connection| nearest(connection, "alarms_of_people", "user <> 0");
        self.inner.readers.read(read).await
    }

    /// The kinds of alarms that this version does not know, and how many there are of each: a later version has set them.
    pub async fn unknown_alarms(&self) -> Result<Vec<(String, u32)>, StoreError> {
        let read = |connection: &Connection| {
            let mut statement = connection.prepare(&format!(
                "SELECT what, count(*) FROM alarms INDEXED BY alarms_by_due WHERE NOT {} GROUP BY what",
                *KNOWN
            ))?;
            let unknown = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(unknown.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// Sees to an alarm again later, because what it asks for could not be done. An alarm that was set anew meanwhile stays
    /// as it is.
    pub async fn postpone_alarm(&self, alarm: Alarm, until: Moment) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            connection
                .prepare_cached(
                    "UPDATE alarms SET due = ?4 WHERE match_id = ?2 AND user = 0 AND what = ?1 AND at = ?3",
                )?
                .execute(params![
                    alarm.kind,
                    alarm.id,
                    alarm.at,
                    until
                ])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// The moment of the latest event of all matches; `None` before the first.
    pub async fn latest_event(&self) -> Result<Option<Moment>, StoreError> {
        let read = |connection: &Connection| {
            Ok(connection
                .prepare_cached("SELECT at FROM latest")?
                .query_row([], |row| row.get(0))
                .optional()?)
        };
        self.inner.readers.read(read).await
    }

    /// The matches in which a computer has to move, or to answer, each with the person for whom it does: who plays
    /// against it, or else who began the match.
    pub async fn computers_due(&self) -> Result<Vec<(UserId, MatchId)>, StoreError> {
        let read = |connection: &Connection| {
            let mut statement = connection.prepare_cached(
                "SELECT match_id, coalesce(first_player, second_player, challenger) FROM matches \
                 WHERE computer_due ORDER BY match_id",
            )?;
            let due = statement.query_map([], |row| Ok((row.get(1)?, row.get(0)?)))?;
            Ok(due.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }
}

/// When the nearest alarm of an index is due.
fn nearest(
    connection: &Connection,
    index: &str,
    whose: &str,
) -> Result<Option<Moment>, StoreError> {
    let sql = format!(
        "SELECT due FROM alarms INDEXED BY {index} WHERE {whose} AND {} ORDER BY due LIMIT 1",
        *KNOWN
    );
    let due = connection
        .prepare_cached(&sql)?
        .query_row([], |row| row.get(0));
    Ok(due.optional()?)
}
