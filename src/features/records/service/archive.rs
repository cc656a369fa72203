//! Matches with all their events, for exports.

use crate::kernel::{Arbiter, Error};
use crate::matches::{Event, Match, MatchId};

impl Arbiter {
    /// Loads a match with all its events, replayed in the waiting thread.
    /// The match is not cached, because an export of thousands would evict the running matches.
    ///
    /// # Errors
    ///
    /// If the match does not exist.
    pub async fn whole(&self, id: MatchId) -> Result<(Match, Vec<Event>), Error> {
        self.kernel.ledger.whole(id).await
    }
}
