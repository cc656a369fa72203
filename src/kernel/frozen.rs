//! Tells players of matches that cannot be read, once; and at the start goes on with those that can be read again.

use std::sync::Arc;

use super::alarms::Handler;
use super::error::Error;
use super::reactor::Reactor;
use crate::db::StoreError;
use crate::db::alarms::{self, Alarm};
use crate::db::frozen;
use crate::kernel::{BoxFuture, Kernel, NotAnnounced};
use crate::matches::{Command, MatchId};
use crate::people::Moment;

/// The alarm of a frozen match whose players must be told.
pub(super) const ALARM: (&str, Handler) = (frozen::NOTICE, |kernel, alarm| {
    Box::pin(tell(kernel, alarm))
});

/// Sees to frozen matches.
pub(crate) struct Frozen;

impl Reactor for Frozen {
    /// Goes on with matches that can be read again.
    fn resume<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
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

/// Has the players told, in a task of its own. The alarm stays until they are: one that fails is handled again.
async fn tell(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let what = "telling of a frozen match";
    kernel.work(what, alarm.about.id, move |kernel, tries| async move {
        if tries > 0 {
            return Ok(());
        }
        tell_now(&kernel, alarm).await
    });
    Ok(())
}

async fn tell_now(kernel: &Kernel, alarm: Alarm) -> Result<(), Error> {
    let id = alarm.about.id;
    let frozen = kernel.read(move |db| frozen::frozen_match(db, id)).await?;
    // Without one it can be read again.
    let told = match &frozen {
        Some(frozen) => kernel.announcer.frozen(frozen).await,
        None => Ok(()),
    };
    match told {
        Ok(()) => {}
        Err(NotAnnounced::Never { why, .. }) => {
            tracing::warn!(match_id = %id, why, "nobody can be told that a match is frozen");
        }
        Err(why) => {
            tracing::warn!(match_id = %id, %why, "not told yet that a match is frozen");
            return Ok(());
        }
    }
    kernel
        .write(move |db| alarms::replace(db, frozen::NOTICE, &alarm, None))
        .await?;
    Ok(())
}
