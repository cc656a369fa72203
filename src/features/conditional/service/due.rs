//! Plays the turns that players have planned, as soon as they are due.

use std::sync::{Arc, Weak};

use tokio::sync::Semaphore;

use super::answers;
use crate::db::{Store, StoreError};
use crate::kernel::acts::Acts;
use crate::kernel::ledger::Ledger;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::tasks::Tasks;
use crate::kernel::{BoxFuture, Error, Fault};
use crate::matches::{Fact, MatchId};

/// How many matches are looked through at once: after a long pause there may be thousands.
const AT_ONCE: usize = 16;

pub(crate) struct Conditional {
    store: Store,
    ledger: Arc<Ledger>,
    tasks: Arc<Tasks>,
    acts: Weak<Acts>,
    places: Semaphore,
}

impl Conditional {
    pub(crate) fn new(
        store: Store,
        ledger: Arc<Ledger>,
        tasks: Arc<Tasks>,
        acts: Weak<Acts>,
    ) -> Self {
        Self {
            store,
            ledger,
            tasks,
            acts,
            places: Semaphore::new(AT_ONCE),
        }
    }

    /// Plays what was planned for the board of a match, in a task of its own.
    pub(crate) fn answer_soon(self: &Arc<Self>, id: MatchId) {
        let part = Arc::clone(self);
        self.tasks.work("playing a conditional turn", id, move |_| {
            let part = Arc::clone(&part);
            async move { part.answer(id).await }
        });
    }

    /// Plays what was planned for the board of a match, again and again as long as there is something.
    async fn answer(&self, id: MatchId) -> Result<(), Error> {
        // It is never closed.
        let _place = self.places.acquire().await;
        loop {
            let Some(acts) = self.acts.upgrade() else {
                return Ok(());
            };
            let written = match self.ledger.load(id).await {
                Ok(state) => match answers::due(&self.store, &state).await? {
                    Some((command, at)) => acts.write(&state, &command, at, None).await,
                    None => return Ok(()),
                },
                Err(error) => Err(error),
            };
            match written {
                Ok(update) => update.leave_to_arbiter(),
                Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
                // It can never be played: the match is frozen, or went another way.
                Err(Error::Refused(refusal)) => {
                    tracing::warn!(match_id = %id, %refusal, "a conditional turn is not played");
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

impl Reactor for Conditional {
    fn react<'a>(self: Arc<Self>, change: &'a Change, _: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let turn = change
                .events
                .iter()
                .any(|event| matches!(event.fact, Fact::Turn { .. }));
            if turn && change.after.person_to_move().is_some() {
                self.answer_soon(change.after.id());
            }
        })
    }

    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            for id in self.store.matches_with_lines().await? {
                self.answer_soon(id);
            }
            Ok(())
        })
    }
}
