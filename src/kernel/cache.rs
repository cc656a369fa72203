use std::collections::HashMap;
use std::sync::Arc;

use crate::matches::{Match, MatchId};

/// The matches that were used last, so that a turn need not replay its match.
///
/// An entry may be old. An append to an old match fails, because the store knows the last event.
pub(crate) struct Cache {
    most: usize,
    uses: u64,
    entries: HashMap<MatchId, (Arc<Match>, u64)>,
    /// How many matches were evicted.
    evictions: u64,
}

/// When a match began to be read or written: what was evicted since is not cached again.
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

    /// Must be taken before a match is read or written that is kept then.
    pub(crate) fn since(&self) -> Since {
        Since(self.evictions)
    }

    pub(crate) fn get(&mut self, id: MatchId) -> Option<Arc<Match>> {
        self.uses += 1;
        let (state, used) = self.entries.get_mut(&id)?;
        *used = self.uses;
        Some(Arc::clone(state))
    }

    /// Keeps a match, unless a later state of it is kept already, or something was evicted meanwhile: that may have been this
    /// one, with the number of somebody whose data was deleted.
    pub(crate) fn put(&mut self, state: Arc<Match>, since: Since) {
        if since.0 != self.evictions {
            return;
        }
        self.uses += 1;
        let id = state.id();
        if self
            .entries
            .get(&id)
            .is_some_and(|(kept, _)| kept.seq() > state.seq())
        {
            return;
        }
        self.entries.insert(id, (state, self.uses));
        if self.entries.len() > self.most {
            // A scan of some hundred entries, and only for a match that was not there.
            let oldest = self
                .entries
                .iter()
                .min_by_key(|(_, (_, used))| *used)
                .map(|(id, _)| *id);
            oldest.map(|id| self.entries.remove(&id));
        }
    }

    /// Puts a state in the place of an earlier one. Where none is kept none is needed: it would be the store's latest.
    pub(crate) fn catch_up(&mut self, state: &Arc<Match>, since: Since) {
        if since.0 == self.evictions
            && let Some((kept, _)) = self.entries.get_mut(&state.id())
            && kept.seq() < state.seq()
        {
            *kept = Arc::clone(state);
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
    use crate::board::Seat;
    use crate::games::GivenOptions;
    use crate::matches::Challenge;
    use crate::matches::ChannelId;
    use crate::matches::Event;
    use crate::matches::Fact;
    use crate::matches::Match;
    use crate::matches::MatchId;
    use crate::matches::Place;
    use crate::matches::SeatChoice;
    use crate::matches::UserId;
    use crate::people::Moment;

    #[test]
    fn an_earlier_state_gives_way_and_none_comes_from_nowhere() {
        let challenge = Challenge {
            place: Place {
                guild: None,
                channel: ChannelId(1),
            },
            game: String::from("connect-n"),
            options: GivenOptions::new(),
            time: "3d".parse().unwrap(),
            challenger: UserId(1),
            invited: None,
            seat: SeatChoice::Seat(Seat::First),
            terms: crate::matches::Terms::default(),
            exhibition: None,
            days_off: None,
            rated: false,
        };
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
        // What was read before it was evicted does not come back.
        cache.evict(id);
        cache.put(Arc::clone(&second), since);
        assert!(cache.get(id).is_none());
        cache.put(first, cache.since());
        cache.catch_up(&second, since);
        assert!(cache.get(id).unwrap().seq() < second.seq());
    }
}
