//! Tells players once that a match is frozen, and thaws readable matches at startup.

use std::sync::Arc;
use std::time::Duration;

use super::delivery::queue::{Kind, Outcome, Post, Rank};
use super::error::Error;
use super::reactor::Reactor;
use crate::db::StoreError;
use crate::db::{frozen, owed};
use crate::kernel::{BoxFuture, Kernel, NotAnnounced};
use crate::matches::{Command, MatchId};
use crate::people::Moment;

/// The notices to players of frozen matches.
pub(super) const KIND: Kind = Kind {
    words: &[frozen::NOTICE],
    rank: Rank::News,
    wait: Duration::from_secs(60),
    deliver: |kernel, post| Box::pin(tell(kernel, post)),
};

/// The reactor for frozen matches.
pub(crate) struct Frozen;

impl Reactor for Frozen {
    /// Thaws matches that can be read again.
    fn start<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for (id, since) in kernel.read(frozen::frozen).await? {
                // A match that fails is retried later and does not stop the others.
                let thawed = kernel.work_now("thawing a match", id, move |kernel, _| async move {
                    thaw(&kernel, id, since).await
                });
                thawed.await;
            }
            Ok(())
        })
    }
}

/// Thaws a match if it can be read again. The event and the end of the freeze are written in one transaction, so a
/// crash leaves both or neither.
async fn thaw(kernel: &Arc<Kernel>, id: MatchId, since: Moment) -> Result<(), Error> {
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

/// Tells the players of a match that the match is frozen.
async fn tell(kernel: Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let id = post.about.id;
    let frozen = kernel.read(move |db| frozen::frozen_match(db, id)).await?;
    // `None` means that the match can be read again.
    let told = match &frozen {
        Some(frozen) => kernel.announcer.frozen(frozen).await,
        None => Ok(()),
    };
    match told {
        Ok(()) => {}
        Err(NotAnnounced::Later { why, .. }) => {
            let places = Vec::new();
            return Ok(Outcome::Later { why, places });
        }
        Err(NotAnnounced::Limited { after, .. }) => return Ok(Outcome::Limited(after)),
        Err(why @ (NotAnnounced::Never { .. } | NotAnnounced::Refused { .. })) => {
            tracing::warn!(match_id = %id, %why, "cannot tell players that a match is frozen");
        }
    }
    kernel
        .write(move |db| owed::paid(db, frozen::NOTICE, post.about))
        .await?;
    Ok(Outcome::Done)
}
