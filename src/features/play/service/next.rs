//! The match that a person plays next.

use crate::features::away::service::time_off::waiting_for;
use crate::features::play::model::next::Queue;
use crate::features::play::store::next;
use crate::kernel::{Arbiter, Result};
use crate::matches::{MatchId, UserId};

impl Arbiter {
    /// Returns the matches that wait for a person, in the order in which *Next* offers them.
    pub async fn queue_of(&self, user: UserId) -> Result<Queue> {
        let waiting = waiting_for(&self.kernel, user).await?;
        let now = self.now();
        let aside = self
            .read(move |db| next::all_set_aside(db, user, now))
            .await?;
        Ok(Queue::new(waiting, &aside))
    }

    /// Puts a match behind the others: a skipped one, with the number of its board, or one that was just played.
    pub async fn set_aside(&self, user: UserId, id: MatchId, skipped: Option<u32>) -> Result {
        let now = self.now();
        self.write(move |db| next::set_aside(db, user, id, skipped, now))
            .await?;
        Ok(())
    }
}
