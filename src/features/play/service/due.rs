//! Plays planned turns as soon as they are due.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::Semaphore;

use super::answers::{self, Planned};
use crate::db::StoreError;
use crate::features::play::store::conditional;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{Error, Fault, Kernel, Result};
use crate::matches::{Command, Fact, Match, MatchId};
use crate::people::Moment;

/// The most matches that are checked at once: after a long downtime thousands may be waiting.
const AT_ONCE: usize = 16;

pub(crate) struct Conditional {
    places: Semaphore,
}

impl Default for Conditional {
    fn default() -> Self {
        Self {
            places: Semaphore::new(AT_ONCE),
        }
    }
}

/// Plays the planned turns that are due in a match, in a task.
pub(crate) fn answer_soon(kernel: &Arc<Kernel>, id: MatchId) {
    kernel.work(
        "playing a conditional turn",
        id,
        move |kernel, _| async move { kernel.part::<Conditional>().answer(&kernel, id).await },
    );
}

impl Conditional {
    /// Plays planned turns in a match until none is due.
    async fn answer(&self, kernel: &Arc<Kernel>, id: MatchId) -> Result {
        // The semaphore is never closed.
        let _place = self.places.acquire().await;
        loop {
            let written = match kernel.ledger.load(id).await {
                Ok(state) => match answers::due(kernel, &state).await? {
                    Some((command, at)) => kernel.commit(&state, &command, at, None).await,
                    None => return Ok(()),
                },
                Err(error) => Err(error),
            };
            match written {
                Ok(update) => update.leave_to_arbiter(),
                Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
                // The turn can no longer be played: the match is frozen or left the line.
                Err(error) if let Some(refusal) = error.refusal() => {
                    tracing::warn!(match_id = %id, refusal, "a conditional turn is not played");
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

#[async_trait]
impl Reactor for Conditional {
    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, _: &mut CallerPosts) {
        if change.after.ending().is_some() {
            kernel.part::<Planned>().remove(change.after.id());
        }
        let turn = change
            .events
            .iter()
            .any(|event| matches!(event.fact, Fact::Turn { .. }));
        if turn && change.after.person_to_move().is_some() {
            answer_soon(kernel, change.after.id());
        }
    }

    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        let matches = kernel.read(conditional::matches_with_lines).await?;
        let all = matches.iter().map(|(id, _)| *id);
        kernel.part::<Planned>().know(all.collect());
        for (id, _) in matches.into_iter().filter(|(_, due)| *due) {
            answer_soon(kernel, id);
        }
        Ok(())
    }

    async fn due(&self, kernel: &Arc<Kernel>, state: &Match) -> Result<Option<(Command, Moment)>> {
        answers::due(kernel, state).await
    }
}
