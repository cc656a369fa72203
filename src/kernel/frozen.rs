//! Thaws readable matches at startup.

use std::sync::Arc;

use async_trait::async_trait;

use super::error::Result;
use super::reactor::Reactor;
use crate::db::{StoreError, frozen};
use crate::kernel::Kernel;
use crate::matches::{Command, MatchId};
use crate::people::Moment;

/// The reactor for frozen matches.
pub(crate) struct Frozen;

#[async_trait]
impl Reactor for Frozen {
    /// Thaws matches that can be read again.
    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        for (id, since) in kernel.read(frozen::frozen).await? {
            // A match that fails is retried later and does not stop the others.
            let thawed = kernel.work_now("thawing a match", id, move |kernel, _| async move {
                thaw(&kernel, id, since).await
            });
            thawed.await;
        }
        Ok(())
    }
}

/// Thaws a match if it can be read again. The event and the end of the freeze are written in one transaction, so a
/// crash leaves both or neither.
async fn thaw(kernel: &Arc<Kernel>, id: MatchId, since: Moment) -> Result {
    let state = match kernel.store.load(id).await {
        Ok(Some(state)) => Arc::new(state),
        Ok(None) | Err(StoreError::Event { .. } | StoreError::Replay(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    // Use the stored match: its time did not run out while it was frozen.
    let (command, now) = (Command::Thaw { since }, kernel.time.now());
    let thawed = kernel.commit(&state, &command, now, None).await?;
    thawed.leave_to_arbiter();
    tracing::info!(match_id = %id, "a frozen match can be read again");
    Ok(())
}
