use std::collections::HashMap;
use std::sync::Arc;

use crate::matches::{Match, MatchId};

/// The matches that were used last, so that a turn need not replay its match.
///
/// What is in here may be old: whoever appends to it finds out, for the store knows the last event.
pub(super) struct Cache {
    most: usize,
    uses: u64,
    kept: HashMap<MatchId, (Arc<Match>, u64)>,
}

impl Cache {
    pub(super) fn new(most: usize) -> Self {
        Self { most, uses: 0, kept: HashMap::new() }
    }

    pub(super) fn get(&mut self, id: MatchId) -> Option<Arc<Match>> {
        self.uses += 1;
        let (state, used) = self.kept.get_mut(&id)?;
        *used = self.uses;
        Some(Arc::clone(state))
    }

    /// Keeps a match, unless a later state of it is kept already.
    pub(super) fn put(&mut self, state: Arc<Match>) {
        self.uses += 1;
        let id = state.id();
        if self.kept.get(&id).is_some_and(|(kept, _)| kept.seq() > state.seq()) {
            return;
        }
        self.kept.insert(id, (state, self.uses));
        if self.kept.len() > self.most {
            // A scan of some hundred entries, and only for a match that was not there.
            let oldest = self.kept.iter().min_by_key(|(_, (_, used))| *used).map(|(id, _)| *id);
            oldest.map(|id| self.kept.remove(&id));
        }
    }

    pub(super) fn forget(&mut self, id: MatchId) {
        self.kept.remove(&id);
    }
}
