use rusqlite::{Connection, params};

use super::error::{Result, StoreError};
use super::hooks::Hooks;
use super::projection::{Change, last_position};
use super::projections::fold_all;
use super::query::Query;
use super::{alarms, body, bounds, frozen, interactions, pending_posts};
use crate::board::Seat;
use crate::db::Store;
use crate::matches::{Bounds, Event, InteractionId, Match, MatchId, Player, Proposal, Status};
use crate::people::Moment;

impl Store {
    /// Stores a new challenge under the next free id and returns its match.
    ///
    /// # Errors
    ///
    /// If the write fails, or the game does not know its settings.
    pub async fn propose(&self, proposal: Proposal, at: Moment) -> Result<Match> {
        self.propose_once(proposal, at, None, None).await
    }

    /// Like [`propose`](Self::propose), but idempotent for the interaction `cause` and limited by `within`.
    ///
    /// # Errors
    ///
    /// The errors of [`propose`](Self::propose), [`StoreError::Repeated`], [`StoreError::RematchThere`] and
    /// [`StoreError::Refused`].
    pub async fn propose_once(
        &self,
        proposal: Proposal,
        at: Moment,
        cause: Option<InteractionId>,
        within: Option<Bounds>,
    ) -> Result<Match> {
        let hooks = self.inner.hooks;
        let propose = move |db: &Connection| propose(db, hooks, &proposal, at, cause, within);
        self.write(propose).await
    }

    /// Runs a write that begins matches by the function that it gets.
    pub(crate) async fn write_beginning<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection, &Begin<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let hooks = self.inner.hooks;
        let write = move |db: &Connection| {
            write(db, &|proposal, at| {
                propose(db, hooks, proposal, at, None, None)
            })
        };
        self.write(write).await
    }

    /// Appends events to a match; `after` is the match after them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the match has other events by now; then nothing is written. Other errors if the
    /// write fails.
    pub async fn append(&self, after: &Match, events: Vec<Event>) -> Result {
        self.append_once(after, events, None, None).await.map(drop)
    }

    /// Like [`append`](Self::append), but idempotent for the interaction `cause` and limited by `within`. Returns the
    /// moment of the match's nearest alarm.
    ///
    /// # Errors
    ///
    /// The errors of [`append`](Self::append), [`StoreError::Repeated`] and [`StoreError::Refused`].
    pub async fn append_once(
        &self,
        after: &Match,
        events: Vec<Event>,
        cause: Option<InteractionId>,
        within: Option<Bounds>,
    ) -> Result<Option<Moment>> {
        let (after, hooks) = (after.clone(), self.inner.hooks);
        let append = move |db: &Connection| {
            interactions::note(db, cause, after.id())?;
            check(db, hooks, &after, &events, within)?;
            insert(db, hooks, &after, &events)?;
            alarms::nearest(db, after.id())
        };
        self.write(append).await
    }

    /// Returns a match, if it exists.
    ///
    /// # Errors
    ///
    /// If the events of the match cannot be read or replayed.
    pub async fn load(&self, id: MatchId) -> Result<Option<Match>> {
        self.load_until(id, u32::MAX).await
    }

    /// Returns a match as it was after event `seq`, counted from 1.
    ///
    /// # Errors
    ///
    /// If the events of the match cannot be read or replayed.
    pub async fn load_until(&self, id: MatchId, seq: u32) -> Result<Option<Match>> {
        // Replaying a long match takes long and must not block the runtime's threads.
        self.read(move |db| replayed(db, id, seq)).await
    }

    /// Returns these matches in order, from one read. A match that cannot be read or replayed is an error, and a
    /// missing one is left out.
    pub async fn load_many(&self, ids: Vec<MatchId>) -> Result<Vec<(MatchId, Result<Match>)>> {
        let read = move |db: &Connection| {
            let mut loaded = Vec::with_capacity(ids.len());
            for id in ids {
                let state = match replayed(db, id, u32::MAX) {
                    Ok(None) => continue,
                    Ok(Some(state)) => Ok(state),
                    Err(error @ (StoreError::Event { .. } | StoreError::Replay(_))) => Err(error),
                    Err(error) => return Err(error),
                };
                loaded.push((id, state));
            }
            Ok(loaded)
        };
        self.read(read).await
    }

    /// Returns all events of a match, oldest first; empty if the match does not exist.
    pub async fn events(&self, id: MatchId) -> Result<Vec<Event>> {
        let events = self.read(move |db| events(db, id, 0, u32::MAX)).await?;
        Ok(events.into_iter().map(|(_, event)| event).collect())
    }
}

/// Begins a match in the transaction of a write, and returns it.
pub(crate) type Begin<'a> = dyn Fn(&Proposal, Moment) -> Result<Match> + 'a;

/// Writes a challenge or, if it is accepted in advance, a match.
fn propose(
    db: &Connection,
    hooks: &Hooks,
    proposal: &Proposal,
    at: Moment,
    cause: Option<InteractionId>,
    within: Option<Bounds>,
) -> Result<Match> {
    let sql = "SELECT coalesce(max(match_id), 0) FROM events";
    let last: MatchId = db.one(sql, [], |row| row.get(0))?;
    let id = MatchId(last.0 + 1);
    let events = proposal.clone().events(at);
    let played = Match::replay(id, events.clone())?;
    interactions::note(db, cause, id)?;
    check(db, hooks, &played, &events, within)?;
    insert(db, hooks, &played, &events)?;
    Ok(played)
}

/// Refuses events that are not allowed.
fn check(
    db: &Connection,
    hooks: &Hooks,
    after: &Match,
    events: &[Event],
    within: Option<Bounds>,
) -> Result {
    for check in hooks.checks {
        check(db, after, events)?;
    }
    match within {
        Some(within) => bounds::check(db, after, events, within),
        None => Ok(()),
    }
}

/// Returns the number of the last event of a match; 0 without events.
pub(crate) fn last_seq(db: &Connection, id: MatchId) -> Result<u32> {
    let sql = "SELECT coalesce(max(seq), 0) FROM events WHERE match_id = ?1";
    db.one(sql, [id], |row| row.get(0))
}

pub(crate) fn insert(db: &Connection, hooks: &Hooks, after: &Match, events: &[Event]) -> Result {
    let id = after.id();
    let expected = after
        .seq()
        .saturating_sub(u32::try_from(events.len()).unwrap_or(u32::MAX));
    // Comparing with the events themselves finds any conflict, and gaps too.
    let last = last_seq(db, id)?;
    if last != expected {
        return Err(StoreError::Conflict { id, expected });
    }
    // A person's data may have been deleted since the match was read. The person's id must not come back.
    if expected > 0 && !has_same_people(db, after)? {
        return Err(StoreError::Conflict { id, expected });
    }
    frozen::check(db, id, events)?;
    // Offered turns are for one board only.
    let sql = "DELETE FROM offers WHERE match_id = ?1 AND (board <> ?2 OR ?3)";
    db.run(sql, params![id, after.board(), after.to_move().is_none()])?;
    if !matches!(after.status(), Status::Open | Status::Playing) {
        // No turn can be taken back any more.
        db.run("DELETE FROM last_seen WHERE match_id = ?1", [id])?;
    }
    for follow in hooks.follow {
        follow(db, after, events)?;
    }
    pending_posts::follow(db, after, events)?;
    alarms::set_of_match(db, hooks, after)?;
    alarms::note_time(db, after.changed_at())?;
    let fold = |event: &Event, after: &Match| {
        let position = append(db, id, after.seq(), event)?;
        fold_all(
            db,
            hooks,
            &Change {
                position,
                event,
                after,
            },
        )
    };
    if let [event] = events {
        return fold(event, after);
    }
    // `after` is the match after the last event, but each fold must see the match after its own event.
    let mut stage = None;
    for event in events {
        let stage = match &mut stage {
            Some(stage) => {
                Match::apply(stage, event)?;
                stage
            }
            None => {
                let mut before = self::events(db, id, 0, expected)?;
                before.push((expected + 1, event.clone()));
                stage.insert(Match::replay(
                    id,
                    before.into_iter().map(|(_, event)| event),
                )?)
            }
        };
        fold(event, stage)?;
    }
    Ok(())
}

/// Whether a match has the same people as its row in the list, except a person who joins now.
fn has_same_people(db: &Connection, after: &Match) -> Result<bool> {
    let person = |player: Option<Player>| player?.person();
    let proposal = after.proposal();
    let sql = "SELECT challenger = ?2 AND invited IS ?3 AND (first_player IS NULL OR first_player IS ?4) \
             AND (second_player IS NULL OR second_player IS ?5) FROM matches WHERE match_id = ?1";
    let same = db.first(
        sql,
        params![
            after.id(),
            proposal.challenger,
            person(proposal.invited),
            person(after.player(Seat::First)),
            person(after.player(Seat::Second)),
        ],
        |row| row.get(0),
    )?;
    Ok(same.unwrap_or(true))
}

/// Returns a match as it was after event `seq`, if it exists.
fn replayed(db: &Connection, id: MatchId, seq: u32) -> Result<Option<Match>> {
    let events = events(db, id, 0, seq)?;
    if events.is_empty() {
        return Ok(None);
    }
    let events = events.into_iter().map(|(_, event)| event);
    Ok(Some(Match::replay(id, events)?))
}

/// Returns the events of a match after `after` up to and including `until`, with their numbers.
pub(crate) fn events(
    db: &Connection,
    id: MatchId,
    after: u32,
    until: u32,
) -> Result<Vec<(u32, Event)>> {
    let mut statement =
        db.prepare_cached("SELECT seq, at, kind, body FROM events WHERE match_id = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq")?;
    let mut rows = statement.query(params![id, after, until])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let seq: u32 = row.get(0)?;
        let kind = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
        let body = row.get_ref(3)?.as_str().map_err(rusqlite::Error::from)?;
        let fact = body::read(kind, body).map_err(|why| StoreError::Event { id, seq, why })?;
        events.push((
            seq,
            Event {
                at: row.get(1)?,
                fact,
            },
        ));
    }
    Ok(events)
}

/// Writes an event at the next position.
fn append(db: &Connection, id: MatchId, seq: u32, event: &Event) -> Result<i64> {
    let position = last_position(db)? + 1;
    let (kind, body) = body::write(&event.fact).map_err(|error| StoreError::Event {
        id,
        seq,
        why: error.to_string(),
    })?;
    let sql = "INSERT INTO events (match_id, seq, position, at, kind, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    db.run(sql, params![id, seq, position, event.at, kind, body])?;
    Ok(position)
}
