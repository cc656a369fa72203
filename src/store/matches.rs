use rusqlite::{Connection, params};

use super::projection::{id as from_number, number, project};
use super::{Store, StoreError, alarms, body};
use crate::matches::{Event, Match, MatchId, Moment, Proposal};

impl Store {
    /// Stores a new challenge under the next free number and answers the match that it makes.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or its game does not know its settings.
    pub async fn propose(&self, proposal: Proposal, at: Moment) -> Result<Match, StoreError> {
        let propose = move |connection: &Connection| {
            let last: i64 = connection
                .prepare_cached("SELECT coalesce(max(match_id), 0) FROM events")?
                .query_one([], |row| row.get(0))?;
            let id = MatchId(from_number(last) + 1);
            let events = proposal.events(at);
            let played = Match::replay(id, events.clone())?;
            insert(connection, &played, &events)?;
            connection
                .prepare_cached("INSERT INTO places (match_id) VALUES (?1)")?
                .execute([number(id.0)])?;
            Ok(played)
        };
        self.inner.writer.write(propose).await
    }

    /// Appends events to a match; `after` is the match after them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] when the match does not stand just before these events any more: then nothing is
    /// written. Else when it cannot be written.
    pub async fn append(&self, after: &Match, events: Vec<Event>) -> Result<(), StoreError> {
        let after = after.clone();
        self.inner
            .writer
            .write(move |connection| insert(connection, &after, &events))
            .await
    }

    /// The match of a number, if there is one.
    ///
    /// # Errors
    ///
    /// When its events cannot be read or replayed.
    pub async fn load(&self, id: MatchId) -> Result<Option<Match>, StoreError> {
        self.load_until(id, u32::MAX).await
    }

    /// The match of a number as it was after event `seq`, counted from 1.
    ///
    /// # Errors
    ///
    /// When its events cannot be read or replayed.
    pub async fn load_until(&self, id: MatchId, seq: u32) -> Result<Option<Match>, StoreError> {
        let events = self
            .inner
            .readers
            .read(move |connection| events(connection, id, 0, seq))
            .await?;
        if events.is_empty() {
            return Ok(None);
        }
        Ok(Some(Match::replay(
            id,
            events.into_iter().map(|(_, event)| event),
        )?))
    }

    /// All events of a match, oldest first; none if there is no such match.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub async fn events(&self, id: MatchId) -> Result<Vec<Event>, StoreError> {
        let events = self
            .inner
            .readers
            .read(move |connection| events(connection, id, 0, u32::MAX))
            .await?;
        Ok(events.into_iter().map(|(_, event)| event).collect())
    }
}

fn insert(connection: &Connection, after: &Match, events: &[Event]) -> Result<(), StoreError> {
    let id = after.id();
    let expected = after
        .seq()
        .saturating_sub(u32::try_from(events.len()).unwrap_or(u32::MAX));
    let mut news_seq = None;
    let numbered: Vec<_> = (expected + 1..).zip(events).collect();
    for (seq, event) in &numbered {
        if event.fact.is_news() {
            news_seq = Some(*seq);
        }
    }
    // Drafts and offered turns are for one board only.
    for table in ["drafts", "offers"] {
        let sql = format!("DELETE FROM {table} WHERE match_id = ?1 AND (board <> ?2 OR ?3)");
        connection.prepare_cached(&sql)?.execute(params![
            number(id.0),
            after.board(),
            after.to_move().is_none()
        ])?;
    }
    if after.ending().is_some() {
        // Nothing is left to be answered, or to be taken back.
        for table in ["conditional_lines", "last_seen"] {
            connection
                .prepare_cached(&format!("DELETE FROM {table} WHERE match_id = ?1"))?
                .execute([number(id.0)])?;
        }
    }
    // The list first: it knows the last event, and so finds any conflict, gaps too.
    if !project(connection, after, news_seq, expected)? {
        return Err(StoreError::Conflict { id, expected });
    }
    alarms::set(connection, after)?;
    alarms::note_time(connection, after.changed_at())?;
    let mut statement = connection.prepare_cached(
        "INSERT INTO events (match_id, seq, at, kind, body) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (seq, event) in numbered {
        let (kind, body) = body::write(&event.fact).map_err(|error| StoreError::Event {
            id,
            seq,
            why: error.to_string(),
        })?;
        statement.execute(params![number(id.0), seq, event.at.0, kind, body])?;
    }
    Ok(())
}

/// Number and event of those events of a match that come after `after` and not after `until`.
pub(super) fn events(
    connection: &Connection,
    id: MatchId,
    after: u32,
    until: u32,
) -> Result<Vec<(u32, Event)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT seq, at, kind, body FROM events WHERE match_id = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq")?;
    let mut rows = statement.query(params![number(id.0), after, until])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let seq: u32 = row.get(0)?;
        let kind = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
        let body = row.get_ref(3)?.as_str().map_err(rusqlite::Error::from)?;
        let fact = body::read(kind, body).map_err(|why| StoreError::Event { id, seq, why })?;
        events.push((
            seq,
            Event {
                at: Moment(row.get(1)?),
                fact,
            },
        ));
    }
    Ok(events)
}
