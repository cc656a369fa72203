//! Matches as they stand: from memory where they are, else from the store.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use super::cache::{Cache, Since};
use super::delivery::queue::Queue;
use super::error::Error;
use super::lock::lock;
use super::time::Time;
use crate::db::frozen;
use crate::db::{Store, StoreError};
use crate::kernel::{MatchPosts, View};
use crate::matches::{Bounds, Event, InteractionId, Match, MatchId, Refusal};

/// How many matches are read in one go: others wait for the connection meanwhile.
const TOGETHER: usize = 64;

/// Matches as they stand. One that cannot be read is frozen.
pub(crate) struct Ledger {
    store: Store,
    time: Arc<Time>,
    cache: Mutex<Cache>,
    known_frozen: Mutex<HashSet<MatchId>>,
    owed: Arc<Queue>,
}

impl Ledger {
    pub(crate) fn new(store: Store, time: Arc<Time>, owed: Arc<Queue>, cached: usize) -> Self {
        Self {
            store,
            time,
            cache: Mutex::new(Cache::new(cached)),
            known_frozen: Mutex::default(),
            owed,
        }
    }

    /// The match of a number.
    pub(crate) async fn load(&self, id: MatchId) -> Result<Arc<Match>, Error> {
        let since = {
            let mut cache = lock(&self.cache);
            if let Some(state) = cache.get(id) {
                return Ok(state);
            }
            cache.since()
        };
        let state = self.stored(id, u32::MAX).await?;
        lock(&self.cache).put(Arc::clone(&state), since);
        Ok(state)
    }

    /// The matches of these numbers, in this order. Those that are frozen, or are not there, are left out. What was not in memory
    /// does not come there: hundreds of matches of one person would drive out those that are played just now.
    pub(crate) async fn load_all(&self, ids: &[MatchId]) -> Result<Vec<Arc<Match>>, Error> {
        let mut found: HashMap<MatchId, Arc<Match>> = HashMap::with_capacity(ids.len());
        let mut missing = Vec::new();
        {
            let mut cache = lock(&self.cache);
            for id in ids {
                match cache.get(*id) {
                    Some(state) => drop(found.insert(*id, state)),
                    None => missing.push(*id),
                }
            }
        }
        for some in missing.chunks(TOGETHER) {
            for (id, state) in self.store.load_many(some.to_vec()).await? {
                match state {
                    Ok(state) => drop(found.insert(id, Arc::new(state))),
                    // It is left out, and the log says why.
                    Err(error) => drop(self.explain(id, error).await),
                }
            }
        }
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    /// The match of a number as it was after an event.
    pub(crate) async fn as_of(&self, id: MatchId, seq: u32) -> Result<Arc<Match>, Error> {
        let since = {
            let mut cache = lock(&self.cache);
            if let Some(state) = cache.get(id).filter(|state| state.seq() == seq) {
                return Ok(state);
            }
            cache.since()
        };
        let state = self.stored(id, seq).await?;
        // A match may be posted before its writer caches it. A player who sees the post must not act on an earlier board.
        lock(&self.cache).catch_up(&state, since);
        Ok(state)
    }

    /// The match of a number as it was after an event, as the store has it.
    pub(crate) async fn stored(&self, id: MatchId, seq: u32) -> Result<Arc<Match>, Error> {
        match self.store.load_until(id, seq).await {
            Ok(state) => Ok(Arc::new(state.ok_or(Error::NoSuchMatch(id))?)),
            Err(error) => Err(self.explain(id, error).await),
        }
    }

    /// The match of a number with everything that happened in it, from one read. It does not come into memory.
    pub(crate) async fn whole(&self, id: MatchId) -> Result<(Match, Vec<Event>), Error> {
        let events = match self.store.events(id).await {
            Ok(events) if events.is_empty() => return Err(Error::NoSuchMatch(id)),
            Ok(events) => events,
            Err(error) => return Err(self.explain(id, error).await),
        };
        match Match::replay(id, events.iter().cloned()) {
            Ok(state) => Ok((state, events)),
            Err(error) => Err(self.explain(id, error.into()).await),
        }
    }

    /// Where a match is shown in Discord, and which of its news has not been posted.
    pub(crate) async fn match_posts(&self, id: MatchId) -> Result<MatchPosts, Error> {
        match self.store.match_posts(id).await {
            Ok(match_posts) => Ok(match_posts),
            Err(error) => Err(self.explain(id, error).await),
        }
    }

    /// A match and where it is shown.
    pub(crate) async fn view(&self, state: Arc<Match>) -> Result<View, Error> {
        let MatchPosts {
            places,
            server,
            followers,
            ..
        } = self.match_posts(state.id()).await?;
        Ok(View {
            state,
            places,
            server,
            followers,
        })
    }

    /// Appends events to a match, and keeps what comes of them.
    pub(crate) async fn append(
        &self,
        after: Arc<Match>,
        events: Vec<Event>,
        cause: Option<InteractionId>,
        within: Bounds,
    ) -> Result<(), Error> {
        let since = self.since();
        let appended = self.store.append_once(&after, events, cause, Some(within));
        match appended.await {
            Ok(()) => {
                self.put(after, since);
                Ok(())
            }
            Err(error) => {
                lock(&self.cache).evict(after.id());
                Err(error.into())
            }
        }
    }

    /// Must be taken before a match is written that is [cached](Self::put) then.
    pub(crate) fn since(&self) -> Since {
        lock(&self.cache).since()
    }

    /// Caches a match that was just written.
    pub(crate) fn put(&self, state: Arc<Match>, since: Since) {
        lock(&self.cache).put(state, since);
    }

    /// Evicts a match from memory: it is not as it was thought to be.
    pub(crate) fn evict(&self, id: MatchId) {
        lock(&self.cache).evict(id);
    }

    /// Why a match was not read. If it never can be, it is frozen.
    async fn explain(&self, id: MatchId, error: StoreError) -> Error {
        if !matches!(error, StoreError::Event { .. } | StoreError::Replay(_)) {
            return error.into();
        }
        if !lock(&self.known_frozen).contains(&id) {
            let (why, now) = (error.to_string(), self.time.now());
            let notice = frozen::notice(id, now);
            let new = self
                .store
                .write(move |db| frozen::freeze(db, id, &why, now));
            match new.await {
                Ok(new) => {
                    lock(&self.known_frozen).insert(id);
                    self.evict(id);
                    if new {
                        tracing::error!(match_id = %id, %error, "a match cannot be read: it is frozen until a version of the program can");
                        self.owed.add(frozen::NOTICE, notice, now);
                    }
                }
                // The match stays unreadable; the next attempt to read it tries to note that again.
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot note that a match is frozen");
                }
            }
        }
        Refusal::Frozen(id).into()
    }
}
