use std::collections::HashMap;
use std::sync::Arc;

use crate::matches::{Match, MatchId};

/// The most recently used matches, so that a turn does not replay its match.
///
/// An entry may be outdated. An append to an outdated match fails, because the store knows the last event.
pub(crate) struct Cache {
    most: usize,
    uses: u64,
    entries: HashMap<MatchId, Entry>,
    /// Number of calls of `evict`.
    evictions: u64,
}

struct Entry {
    /// The match; `None` if only its last event is known.
    state: Option<Arc<Match>>,
    /// The number of its last event.
    seq: u32,
    used: u64,
}

/// The number of evictions when a read or write began. After a later eviction, its result is not cached.
#[derive(Clone, Copy)]
pub(crate) struct Since(u64);

impl Cache {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            uses: 0,
            entries: HashMap::new(),
            evictions: 0,
        }
    }

    /// Returns the token for [`put`](Self::put). The caller takes it before reading or writing the match.
    pub(crate) fn since(&self) -> Since {
        Since(self.evictions)
    }

    pub(crate) fn get(&mut self, id: MatchId) -> Option<Arc<Match>> {
        self.uses += 1;
        let entry = self.entries.get_mut(&id)?;
        entry.used = self.uses;
        entry.state.clone()
    }

    /// Caches a match, unless a later state is known. If any match was evicted since `since`, only its last event is
    /// remembered, so that no earlier state is used or cached: the evicted match may be this one, with the id of a
    /// person whose data was deleted.
    pub(crate) fn put(&mut self, state: Arc<Match>, since: Since) {
        self.uses += 1;
        let (id, seq, used) = (state.id(), state.seq(), self.uses);
        let state = Some(state).filter(|_| since.0 == self.evictions);
        let outdated = |kept: &Entry| kept.seq > seq || kept.seq == seq && state.is_none();
        if self.entries.get(&id).is_some_and(outdated) {
            return;
        }
        self.entries.insert(id, Entry { state, seq, used });
        if self.entries.len() > self.most {
            // This scans some hundred entries, and only if a match is added.
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            let oldest = oldest.map(|(id, _)| *id);
            oldest.map(|id| self.entries.remove(&id));
        }
    }

    /// Replaces an earlier cached state. A match without an entry stays uncached: the next load reads the latest state.
    pub(crate) fn catch_up(&mut self, state: &Arc<Match>, since: Since) {
        if let Some(kept) = self.entries.get_mut(&state.id())
            && kept.seq < state.seq()
        {
            kept.seq = state.seq();
            kept.state = Some(Arc::clone(state)).filter(|_| since.0 == self.evictions);
        }
    }

    pub(crate) fn evict(&mut self, id: MatchId) {
        self.evictions += 1;
        self.entries.remove(&id);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Cache;
    use crate::matches::{
        Challenge, ChannelId, Event, Fact, Match, MatchId, Place, TimeControl, UserId,
    };
    use crate::people::Moment;

    #[test]
    fn an_earlier_state_gives_way_and_none_comes_from_nowhere() {
        let place = Place {
            guild: None,
            channel: ChannelId(1),
        };
        let challenge = Challenge::new(place, "connect-n", TimeControl::default(), UserId(1));
        let id = MatchId(1);
        let first = Match::proposed(id, challenge.into_proposal(|| 0).unwrap(), Moment(0)).unwrap();
        let mut second = first.clone();
        second
            .apply(&Event {
                at: Moment(0),
                fact: Fact::Accepted {
                    by: UserId(2).into(),
                },
            })
            .unwrap();
        let (first, second) = (Arc::new(first), Arc::new(second));
        let mut cache = Cache::new(4);
        let since = cache.since();
        cache.catch_up(&second, since);
        assert!(cache.get(id).is_none());
        cache.put(Arc::clone(&first), since);
        cache.catch_up(&second, since);
        assert_eq!(cache.get(id).unwrap().seq(), second.seq());
        cache.catch_up(&first, since);
        cache.put(Arc::clone(&first), since);
        assert_eq!(cache.get(id).unwrap().seq(), second.seq());
        // A match that was read before its eviction is not cached.
        cache.evict(id);
        cache.put(Arc::clone(&second), since);
        assert!(cache.get(id).is_none());
        // Nor is an earlier state used or cached, when another match was evicted during the write.
        cache.put(Arc::clone(&first), cache.since());
        let since = cache.since();
        cache.evict(MatchId(2));
        cache.put(Arc::clone(&second), since);
        assert!(cache.get(id).is_none());
        cache.put(Arc::clone(&first), cache.since());
        assert!(cache.get(id).is_none());
        cache.put(Arc::clone(&second), cache.since());
        assert_eq!(cache.get(id).unwrap().seq(), second.seq());
        cache.evict(id);
        cache.put(first, cache.since());
        cache.catch_up(&second, since);
        assert!(cache.get(id).is_none());
    }
}
