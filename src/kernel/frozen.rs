//! Tells players of matches that cannot be read, once; and at the start goes on with those that can be read again.

use std::sync::Arc;
use std::time::Duration;

use super::error::Error;
use super::reactor::Reactor;
use super::tasks::apart;
use crate::db::frozen;
use crate::db::{FrozenMatch, StoreError};
use crate::kernel::{BoxFuture, Kernel, NotAnnounced};
use crate::matches::{Command, MatchId};
use crate::people::Moment;

/// How long to wait before something that failed is tried again.
const AGAIN: Duration = Duration::from_secs(60);

/// Sees to frozen matches.
pub(crate) struct Frozen;

impl Reactor for Frozen {
    /// Goes on with matches that can be read again, then tells of those that cannot, until the arbiter is to end.
    fn resume<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for (id, since) in kernel.read(frozen::frozen).await? {
                // A match that fails stays frozen for a while, and stops no other.
                let thawed = kernel.work_now("thawing a match", id, move |kernel, _| async move {
                    thaw(&kernel, id, since).await
                });
                thawed.await;
            }
            kernel.keep("telling of frozen matches", tell);
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

async fn tell(kernel: Arc<Kernel>) {
    loop {
        let all = match tell_all(&kernel).await {
            Ok(all) => all,
            Err(error) => {
                tracing::error!(%error, "cannot look for frozen matches");
                false
            }
        };
        let again = async {
            if all {
                std::future::pending().await
            } else {
                kernel.tasks.wait(AGAIN).await
            }
        };
        tokio::select! {
            () = kernel.tasks.stopped() => return,
            () = kernel.ledger.frozen.notified() => {}
            _ = again => {}
        }
    }
}

/// Tells of each that was not told; whether that is all.
async fn tell_all(kernel: &Arc<Kernel>) -> Result<bool, StoreError> {
    let mut all = true;
    for frozen in kernel.read(frozen::frozen_untold).await? {
        let (part, id) = (Arc::clone(kernel), frozen.id);
        // One that fails stops no other.
        if let Err(why) = apart(async move { tell_of(&part, &frozen).await }).await {
            tracing::warn!(match_id = %id, why, "not told yet that a match is frozen");
            all = false;
        }
    }
    Ok(all)
}

async fn tell_of(kernel: &Kernel, frozen: &FrozenMatch) -> Result<(), String> {
    let id = frozen.id;
    match kernel.announcer.frozen(frozen).await {
        Ok(()) => {}
        Err(NotAnnounced::Never { why, .. }) => {
            tracing::warn!(match_id = %id, why, "nobody can be told that a match is frozen");
        }
        Err(NotAnnounced::Limited { after, .. }) => {
            return Err(format!("a limit does not allow it for {after:?}"));
        }
        Err(NotAnnounced::Later { why, .. } | NotAnnounced::Refused { why, .. }) => {
            return Err(why);
        }
    }
    let told = kernel.write(move |db| frozen::frozen_told(db, id)).await;
    told.map_err(|error| error.to_string())
}
