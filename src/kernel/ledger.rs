//! The current matches, from the cache or else from the store.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use super::cache::{Cache, Since};
use super::delivery::queue::Queue;
use super::error::{Error, Result};
use super::lock::lock;
use super::time::Time;
use crate::db::{Store, StoreError, frozen};
use crate::kernel::{MatchPosts, View};
use crate::matches::{Bounds, Event, InteractionId, Match, MatchId};
use crate::people::Moment;

/// Maximum number of matches in one read, because other reads wait for the connection.
const TOGETHER: usize = 64;

/// The current matches. A match that cannot be read is frozen.
pub(crate) struct Ledger {
    store: Store,
    time: Arc<Time>,
    cache: Mutex<Cache>,
    known_frozen: Mutex<HashSet<MatchId>>,
    delivery_queue: Arc<Queue>,
}

impl Ledger {
    pub(crate) fn new(
        store: Store,
        time: Arc<Time>,
        delivery_queue: Arc<Queue>,
        cached: usize,
    ) -> Self {
        Self {
            store,
            time,
            cache: Mutex::new(Cache::new(cached)),
            known_frozen: Mutex::default(),
            delivery_queue,
        }
    }

    pub(crate) async fn load(&self, id: MatchId) -> Result<Arc<Match>> {
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

    /// Returns the matches in the order of `ids`, without frozen and missing ones. Does not cache them: hundreds of
    /// matches of one person would evict those being played.
    pub(crate) async fn load_all(&self, ids: &[MatchId]) -> Result<Vec<Arc<Match>>> {
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
                    // The match is left out, and the reason is logged.
                    Err(error) => drop(self.explain(id, error).await),
                }
            }
        }
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    /// Returns a match as it was after event `seq`.
    pub(crate) async fn as_of(&self, id: MatchId, seq: u32) -> Result<Arc<Match>> {
        let since = {
            let mut cache = lock(&self.cache);
            if let Some(state) = cache.get(id).filter(|state| state.seq() == seq) {
                return Ok(state);
            }
            cache.since()
        };
        let state = self.stored(id, seq).await?;
        // A match may be posted before its writer caches it. A player who sees the post must not act on an earlier
        // board.
        lock(&self.cache).catch_up(&state, since);
        Ok(state)
    }

    /// Returns a match as it was after event `seq`, always from the store.
    pub(crate) async fn stored(&self, id: MatchId, seq: u32) -> Result<Arc<Match>> {
        match self.store.load_until(id, seq).await {
            Ok(state) => Ok(Arc::new(state.ok_or(Error::NoSuchMatch(id))?)),
            Err(error) => Err(self.explain(id, error).await),
        }
    }

    /// Returns a match with all its events, from one read. The match is not cached, because an export of thousands
    /// would evict the running matches.
    pub(crate) async fn whole(&self, id: MatchId) -> Result<(Match, Vec<Event>)> {
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

    /// Returns a match's places in Discord and its next unposted news.
    pub(crate) async fn match_posts(&self, id: MatchId) -> Result<MatchPosts> {
        match self.store.match_posts(id).await {
            Ok(match_posts) => Ok(match_posts),
            Err(error) => Err(self.explain(id, error).await),
        }
    }

    /// Returns a match with its places in Discord.
    pub(crate) async fn view(&self, state: Arc<Match>) -> Result<View> {
        let match_posts = self.match_posts(state.id()).await?;
        Ok(match_posts.view(state))
    }

    /// Appends events to a match and caches the result. Returns the moment of the match's nearest alarm.
    pub(crate) async fn append(
        &self,
        after: Arc<Match>,
        events: Vec<Event>,
        cause: Option<InteractionId>,
        within: Bounds,
    ) -> Result<Option<Moment>> {
        let since = self.since();
        let appended = self.store.append_once(&after, events, cause, Some(within));
        match appended.await {
            Ok(alarm) => {
                self.put(after, since);
                Ok(alarm)
            }
            Err(error) => {
                lock(&self.cache).evict(after.id());
                Err(error.into())
            }
        }
    }

    /// Returns the token for [`put`](Self::put). The caller takes it before writing the match.
    pub(crate) fn since(&self) -> Since {
        lock(&self.cache).since()
    }

    /// Caches a match that was just written.
    pub(crate) fn put(&self, state: Arc<Match>, since: Since) {
        lock(&self.cache).put(state, since);
    }

    /// Evicts a match from the cache, because it may be wrong.
    pub(crate) fn evict(&self, id: MatchId) {
        lock(&self.cache).evict(id);
    }

    /// Converts the error of a read. Freezes the match if this version cannot read its events.
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
                        self.delivery_queue.add(frozen::NOTICE, notice, now);
                    }
                }
                // The match stays unreadable, and the next read tries to freeze it again.
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot note that a match is frozen");
                }
            }
        }
        Error::Frozen(id)
    }
}
