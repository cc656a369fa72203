use std::sync::Arc;
use std::time::Duration;

use super::acts::Acts;
use super::alarms::Alarms;
use super::error::Error;
use super::fair::Workshop;
use super::last_seen::LastSeen;
use super::ledger::Ledger;
use super::rng::Rng;
use super::time::Time;
use crate::db::{Store, StoreError};
use crate::features::calendar::service::weekly::Weekly;
use crate::features::computers::service::analysis_queue::Analyses;
use crate::features::computers::service::players::Computers;
use crate::features::conditional;
use crate::features::conditional::service::due::Conditional;
use crate::features::conditional::store::KeptLine;
use crate::features::privacy::service::forgetting::Forgetting;
use crate::kernel::View;
use crate::kernel::delivery::refusing_places::RestingPlaces;
use crate::kernel::delivery::retries::Retries;
use crate::matches::{InteractionId, Match, MatchId, Refusal, UserId};
use crate::people::Moment;

/// A handle on everything that happens; a clone is cheap and is the same arbiter.
///
/// What a use case has begun it brings to its end, even if nobody waits for its answer any more.
#[derive(Clone)]
pub struct Arbiter {
    pub(crate) inner: Arc<Parts>,
    /// The interaction that what is asked of it comes from.
    pub(crate) cause: Option<InteractionId>,
}

impl Arbiter {
    /// This arbiter for one interaction: whatever it is asked to change is done for the first delivery only, even if
    /// the program was started anew in between.
    #[must_use]
    pub fn because_of(&self, cause: InteractionId) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            cause: Some(cause),
        }
    }

    /// In how many matches a computer thinks, and in how many it waits for its turn to think.
    #[must_use]
    pub fn searches(&self) -> (usize, usize) {
        self.inner.computers.searches()
    }

    /// What time it is, by the clock that counts for matches.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.inner.clock.now()
    }
}

/// What the use cases work with.
pub(crate) struct Parts {
    pub(crate) store: Store,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) acts: Arc<Acts>,
    pub(crate) clock: Arc<Time>,
    pub(crate) rng: Rng,
    pub(crate) last_seen: LastSeen,
    pub(crate) conditional: Arc<Conditional>,
    pub(crate) computers: Arc<Computers>,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) workshop: Workshop,
    pub(crate) takeback_grace: Duration,
    pub(crate) private_messages: bool,
    pub(crate) places: Arc<RestingPlaces>,
    pub(crate) retries: Arc<Retries>,
    pub(crate) alarms: Arc<Alarms>,
    pub(crate) forgetting: Arc<Forgetting>,
    pub(crate) weekly: Arc<Weekly>,
}

impl Parts {
    /// The match of a number, after everything that had to happen until now.
    pub(crate) async fn load(&self, id: MatchId) -> Result<Arc<Match>, Error> {
        match self.acts.settle(id, self.clock.now()).await {
            // It may be looked at all the same.
            Err(Error::Refused(Refusal::ClockUnsure(_))) => self.ledger.load(id).await,
            settled => settled,
        }
    }

    /// A match as it stands now, and where it is to be seen.
    pub(crate) async fn view(&self, id: MatchId) -> Result<View, Error> {
        self.ledger.view(self.load(id).await?).await
    }

    pub(crate) async fn lines_of(
        &self,
        id: MatchId,
        owner: UserId,
    ) -> Result<Vec<KeptLine>, StoreError> {
        conditional::service::answers::lines_of(&self.store, id, owner).await
    }

    /// Somebody pressed or typed something in a match that stands like this. It is kept before they get their answer,
    /// where it matters: as long as the other player's turn is young.
    pub(crate) async fn note_seen(&self, state: &Match, user: UserId) {
        let (id, now) = (state.id(), self.clock.now());
        let plays = state.seat_of(user).is_some();
        let young = state
            .record()
            .last()
            .is_some_and(|turn| turn.at.until(now) <= self.takeback_grace);
        if plays
            && young
            && self.last_seen.is_new(id, user, state.board())
            && let Err(error) = self.store.keep_look(id, user, state.board()).await
        {
            tracing::error!(match_id = %id, %error, "cannot keep that a player has looked at a board");
        }
    }

    /// How young a player's last turn must be to be taken back without asking; nothing if the other player may have
    /// seen it.
    pub(crate) async fn grace(&self, id: MatchId, by: UserId) -> Result<Duration, Error> {
        let state = self.load(id).await?;
        let Some(other) = state
            .seat_of(by)
            .and_then(|seat| state.person(seat.other()))
        else {
            return Ok(Duration::ZERO);
        };
        let seen = self.store.look(id, other).await? == Some(state.board());
        Ok(if seen {
            Duration::ZERO
        } else {
            self.takeback_grace
        })
    }
}
