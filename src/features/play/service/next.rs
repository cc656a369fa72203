//! The match that a person plays next.

use crate::features;
use crate::features::away::service::time_off::waiting_for;
use crate::features::play::model::next::{Queue, Waiting};
use crate::features::play::store::next;
use crate::kernel::{Arbiter, Result};
use crate::matches::{MatchId, UserId};

impl Arbiter {
    /// Returns matches that wait for a person, by urgency, in the order in which *Next* offers them.
    pub async fn queue_of(&self, user: UserId, waiting: Vec<Waiting>) -> Result<Queue> {
        let now = self.now();
        let aside = self
            .read(move |db| next::all_set_aside(db, user, now))
            .await?;
        Ok(Queue::new(waiting, &aside))
    }

    /// Returns the matches that wait for a person's turn, or for their vote, the most urgent first.
    pub async fn waiting_for_turn_or_vote(&self, user: UserId) -> Result<Vec<Waiting>> {
        let plays = waiting_for(&self.kernel, user).await?.into_iter();
        let joined = self.read(move |db| features::joined(db, user)).await?;
        let votes = joined.into_iter().filter(|joined| joined.waits);
        let plays = plays.map(|listed| (listed, false));
        let votes = votes.map(|joined| (joined.listed, true));
        let waiting = plays.chain(votes);
        let mut waiting: Vec<_> = waiting
            .map(|(listed, votes)| Waiting { listed, votes })
            .collect();
        waiting.sort_by_key(|one| one.listed.urgency());
        Ok(waiting)
    }

    /// Puts a match behind the others: a skipped one, with the number of its board, or one that was just played.
    pub async fn set_aside(&self, user: UserId, id: MatchId, skipped: Option<u32>) -> Result {
        let now = self.now();
        self.write(move |db| next::set_aside(db, user, id, skipped, now))
            .await?;
        Ok(())
    }
}
