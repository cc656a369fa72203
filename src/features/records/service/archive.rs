//! What is over: lists of finished matches, and everything that happened in one.

use crate::features::records::store::archive::{ArchiveFilter, Archived};
use crate::kernel::{Arbiter, Error};
use crate::matches::{Event, Match, MatchId, UserId};

impl Arbiter {
    /// The finished matches of a person, the latest first, at most *n*.
    pub async fn archive(&self, filter: ArchiveFilter, most: u32) -> Result<Vec<Archived>, Error> {
        Ok(self.kernel.store.archive(filter, most).await?)
    }

    /// How many finished matches a person has.
    pub async fn count_finished(&self, user: UserId) -> Result<u64, Error> {
        Ok(self.kernel.store.count_finished(user).await?)
    }

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
