//! Tells players of matches that cannot be read, once; and at the start goes on with those that can be read again.

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

/// Sees to frozen matches.
pub(crate) struct Frozen;

impl Reactor for Frozen {
    /// Goes on with matches that can be read again.
    fn start<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for (id, since) in kernel.read(frozen::frozen).await? {
                // A match that fails stays frozen for a while, and stops no other.
                let thawed = kernel.work_now("thawing a match", id, move |kernel, _| async move {
                    thaw(&kernel, id, since).await
                });
                thawed.await;
            }
            Ok(())
        })
    }
}

/// Goes on with a match if it can be read again. That it is not frozen any more is written with the event that says so: a
/// process that dies before has done nothing, and one that dies after everything.
async fn thaw(kernel: &Arc<Kernel>, id: MatchId, since: Moment) -> Result<(), Error> {
    let state = match kernel.store.load(id).await {
        Ok(Some(state)) => Arc::new(state),
        Ok(None) | Err(StoreError::Event { .. } | StoreError::Replay(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    // By the match as it stands: its time did not run out meanwhile.
    let (command, now) = (Command::Thaw { since }, kernel.time.now());
    let thawed = kernel.commit(&state, &command, now, None).await?;
    thawed.leave_to_arbiter();
    tracing::info!(match_id = %id, "a frozen match can be read again");
    Ok(())
}

/// Tells the players of a match that cannot be read.
async fn tell(kernel: Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let id = post.about.id;
    let frozen = kernel.read(move |db| frozen::frozen_match(db, id)).await?;
    // Without one it can be read again.
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
