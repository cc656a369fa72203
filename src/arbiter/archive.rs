//! What is over: lists of finished matches, and everything that happened in one.

use std::sync::Arc;

use super::error::Error;
use super::handle::Arbiter;
use crate::matches::{Event, Match, MatchId, UserId};
use crate::store::{ArchiveFilter, Archived};

impl Arbiter {
    /// The finished matches of a person, the latest first, at most *n*.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn archive(&self, filter: ArchiveFilter, most: u32) -> Result<Vec<Archived>, Error> {
        Ok(self.inner.store.archive(filter, most).await?)
    }

    /// How many finished matches a person has.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn count_finished(&self, user: UserId) -> Result<u64, Error> {
        Ok(self.inner.store.count_finished(user).await?)
    }

    /// A match as it stands, with everything that happened in it.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn whole(&self, id: MatchId) -> Result<(Arc<Match>, Vec<Event>), Error> {
        let events = self.inner.store.events(id).await?;
        let state = self.inner.load(id).await?;
        if u32::try_from(events.len()).ok() == Some(state.seq()) {
            return Ok((state, events));
        }
        // Something has happened in between.
        let state = self.inner.load(id).await?;
        let mut events = self.inner.store.events(id).await?;
        events.truncate(usize::try_from(state.seq()).unwrap_or(usize::MAX));
        Ok((state, events))
    }
}
