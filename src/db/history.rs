use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, params};

use super::error::{Result, StoreError};
use super::projection::Change;
use super::query::Query;
use super::{body, matches};
use crate::matches::{Event, Match, MatchId};

/// Maximum number of matches held in memory.
const HELD: usize = 1024;

/// A walk through the events of all matches in order, which has each match as it was after its event.
///
/// If an event cannot be read or replayed, the walk skips the rest of its match and goes on.
pub(crate) struct History {
    /// The position of the last event so far.
    at: i64,
    /// Unfinished matches, each with the step at which it was last used.
    held: HashMap<MatchId, (Match, u64)>,
    steps: u64,
    /// The matches that cannot be replayed, and the first reason of each.
    unreadable: BTreeMap<MatchId, StoreError>,
}

/// A stored event.
struct Row {
    position: i64,
    id: MatchId,
    seq: u32,
    event: Result<Event, String>,
}

impl History {
    /// Returns a walk that begins after this position; 0 is the beginning.
    pub(crate) fn after(position: i64) -> Self {
        Self {
            at: position,
            held: HashMap::new(),
            steps: 0,
            unreadable: BTreeMap::new(),
        }
    }

    /// Returns the position of the last event so far.
    pub(crate) const fn at(&self) -> i64 {
        self.at
    }

    /// Returns the matches that cannot be replayed, each with the reason.
    pub(crate) const fn unreadable(&self) -> &BTreeMap<MatchId, StoreError> {
        &self.unreadable
    }

    /// Walks through at most `most` further events of `source`. Returns false if there were none.
    ///
    /// # Errors
    ///
    /// If the database cannot be read, or `each` fails.
    pub(crate) fn go_on(
        &mut self,
        source: &Connection,
        most: u32,
        mut each: impl FnMut(&Change<'_>) -> Result,
    ) -> Result<bool> {
        let rows = rows(source, self.at, most)?;
        let any = !rows.is_empty();
        for row in rows {
            let (position, id) = (row.position, row.id);
            self.at = position;
            if self.unreadable.contains_key(&id) {
                continue;
            }
            match self.step(source, row) {
                Ok((event, after)) => {
                    each(&Change {
                        position,
                        event: &event,
                        after: &after,
                    })?;
                    self.hold(after);
                }
                Err(StoreError::Sqlite(error)) => return Err(error.into()),
                Err(error) => {
                    self.unreadable.insert(id, error);
                }
            }
        }
        Ok(any)
    }

    fn step(&mut self, source: &Connection, row: Row) -> Result<(Event, Match)> {
        let Row { id, seq, event, .. } = row;
        let event = event.map_err(|why| StoreError::Event { id, seq, why })?;
        if seq == 1 {
            let after = Match::replay(id, [event.clone()])?;
            return Ok((event, after));
        }
        let mut played = match self.held.remove(&id) {
            Some((held, _)) => held,
            None => {
                let before = matches::events(source, id, 0, seq - 1)?;
                Match::replay(id, before.into_iter().map(|(_, event)| event))?
            }
        };
        if played.seq() + 1 != seq {
            return Err(StoreError::Event {
                id,
                seq,
                why: format!("it comes after event {} of its match", played.seq()),
            });
        }
        played.apply(&event)?;
        Ok((event, played))
    }

    /// Holds a match for its next event, unless it is over.
    fn hold(&mut self, played: Match) {
        use crate::matches::Status;
        if !matches!(played.status(), Status::Open | Status::Playing) {
            return;
        }
        self.steps += 1;
        self.held.insert(played.id(), (played, self.steps));
        if self.held.len() > HELD {
            // Drop half of them at once, so that most steps need not look for the oldest.
            let mut used: Vec<u64> = self.held.values().map(|(_, used)| *used).collect();
            let (_, middle, _) = used.select_nth_unstable(HELD / 2);
            let middle = *middle;
            self.held.retain(|_, (_, used)| *used > middle);
        }
    }
}

fn rows(source: &Connection, after: i64, most: u32) -> Result<Vec<Row>> {
    let sql = "SELECT position, match_id, seq, at, kind, body FROM events WHERE position > ?1 ORDER BY position LIMIT ?2";
    source.all(sql, params![after, most], |row| {
        let kind: String = row.get(4)?;
        let body: String = row.get(5)?;
        let at = row.get(3)?;
        Ok(Row {
            position: row.get(0)?,
            id: row.get(1)?,
            seq: row.get(2)?,
            event: body::read(&kind, &body).map(|fact| Event { at, fact }),
        })
    })
}
