use std::sync::Arc;
use std::time::Duration;

use super::acts::Acts;
use super::alarms::Alarms;
use super::analyses::Analyses;
use super::announcer::View;
use super::answers;
use super::computers::Computers;
use super::conditional::Conditional;
use super::error::Error;
use super::forgetting::Forgetting;
use super::last_seen::LastSeen;
use super::ledger::Ledger;
use super::resting_places::RestingPlaces;
use super::retries::Retries;
use super::rng::Rng;
use super::time::Time;
use super::weekly::Weekly;
use crate::fair::Workshop;
use crate::matches::{InteractionId, Match, MatchId, Moment, Refusal, UserId};
use crate::store::{KeptLine, Store, StoreError};

/// A handle on everything that happens; a clone is cheap and is the same arbiter.
///
/// What a use case has begun it brings to its end, even if nobody waits for its answer any more.
#[derive(Clone)]
pub struct Arbiter {
    pub(super) inner: Arc<Parts>,
    /// The interaction that what is asked of it comes from.
    pub(super) cause: Option<InteractionId>,
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
pub(super) struct Parts {
    pub(super) store: Store,
    pub(super) ledger: Arc<Ledger>,
    pub(super) acts: Arc<Acts>,
    pub(super) clock: Arc<Time>,
    pub(super) rng: Rng,
    pub(super) last_seen: LastSeen,
    pub(super) conditional: Arc<Conditional>,
    pub(super) computers: Arc<Computers>,
    pub(super) analyses: Arc<Analyses>,
    pub(super) workshop: Workshop,
    pub(super) takeback_grace: Duration,
    pub(super) private_messages: bool,
    pub(super) places: Arc<RestingPlaces>,
    pub(super) retries: Arc<Retries>,
    pub(super) alarms: Arc<Alarms>,
    pub(super) forgetting: Arc<Forgetting>,
    pub(super) weekly: Arc<Weekly>,
}

impl Parts {
    /// The match of a number, after everything that had to happen until now.
    pub(super) async fn load(&self, id: MatchId) -> Result<Arc<Match>, Error> {
        match self.acts.settle(id, self.clock.now()).await {
            // It may be looked at all the same.
            Err(Error::Refused(Refusal::ClockUnsure(_))) => self.ledger.load(id).await,
            settled => settled,
        }
    }

    /// A match as it stands now, and where it is to be seen.
    pub(super) async fn view(&self, id: MatchId) -> Result<View, Error> {
        self.ledger.view(self.load(id).await?).await
    }

    pub(super) async fn lines_of(
        &self,
        id: MatchId,
        owner: UserId,
    ) -> Result<Vec<KeptLine>, StoreError> {
        answers::lines_of(&self.store, id, owner).await
    }

    /// Somebody pressed or typed something in a match that stands like this. It is kept before they get their answer,
    /// where it matters: as long as the other player's turn is young.
    pub(super) async fn note_seen(&self, state: &Match, user: UserId) {
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
    pub(super) async fn grace(&self, id: MatchId, by: UserId) -> Result<Duration, Error> {
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
