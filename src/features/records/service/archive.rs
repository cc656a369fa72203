//! What is over: lists of finished matches, and everything that happened in one.

use crate::kernel::{Arbiter, Error};
use crate::matches::{Event, Match, MatchId};

impl Arbiter {
    /// A match as it stands, with everything that happened in it. Does not come into the cache: an export of thousands
    /// would drive out the matches that are played just now. Replaying is up to the thread that waits for it.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn whole(&self, id: MatchId) -> Result<(Match, Vec<Event>), Error> {
        self.kernel.ledger.whole(id).await
    }
}
