//! Takes turns that wait no more from the reminders that call to them.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Mutex;

use crate::db::{Connection, pending_posts};
use crate::features::reminders::messages;
use crate::features::reminders::store::calls::{self, OLD_CALLS};
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{Kernel, RefusingPlace, Result};
use crate::matches::{Match, MatchId};

/// The edits of old calls.
pub(crate) const KIND: Kind = Kind {
    words: &[OLD_CALLS],
    rank: Rank::Card,
    together: Together::Nothing,
    wait: Duration::from_secs(60),
    deliver: |kernel, post| Box::pin(async move { close(&kernel, post).await }),
};

/// Delivers the edits that a change of a match makes necessary.
#[derive(Default)]
pub(crate) struct OldCalls {
    /// Held during an edit. A message that calls to two matches is read and edited for one of them after the other.
    editing: Mutex<()>,
}

#[async_trait]
impl Reactor for OldCalls {
    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, _: &mut CallerPosts) {
        let called = |before: &Arc<Match>| before.person_to_move().is_some();
        if change.before.as_ref().is_some_and(called) {
            deliver(kernel, &change.after).await;
        }
    }
}

/// Puts the edits of a match into the queue, if any are pending.
pub(crate) async fn deliver(kernel: &Kernel, now: &Match) {
    let pending = pending_posts::of_match(now, now.changed_at());
    let about = pending.about;
    let read = move |db: &Connection| pending_posts::is_pending(db, OLD_CALLS, about);
    match kernel.read(read).await {
        Ok(false) => {}
        Ok(true) => kernel.delivery_queue.add(OLD_CALLS, pending, pending.since),
        // They follow from the store at the next start.
        Err(error) => tracing::warn!(match_id = %now.id(), %error, "reminders keep their buttons"),
    }
}

async fn close(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let (id, about): (MatchId, _) = (post.about.id, post.about);
    let read = kernel.read(move |db| {
        let since = pending_posts::pending_since(db, OLD_CALLS, about)?;
        Ok((since, calls::of_match(db, id)?))
    });
    let (since, all) = read.await?;
    let state = kernel.load(id).await?;
    for call in all {
        if !call.is_old(&state) {
            continue;
        }
        let part = kernel.part::<OldCalls>();
        let _editing = part.editing.lock().await;
        let others = kernel.read(move |db| calls::has_others(db, &call)).await?;
        let closed = messages::closed_call(call.id, call.board, !others);
        let (channel, message) = (call.channel, call.message);
        let closed = kernel.announcer.close_call(channel, message, closed).await;
        let places = [RefusingPlace::Channel(call.channel)];
        if let Err(later) = Outcome::unless_later(closed, &places, (OLD_CALLS, id)) {
            return Ok(later);
        }
        kernel.write(move |db| calls::delete(db, &call)).await?;
    }
    if let Some(since) = since {
        // What was queued since has a later moment.
        let done =
            move |db: &Connection| pending_posts::delivered_since(db, OLD_CALLS, about, since);
        kernel.write(done).await?;
    }
    Ok(Outcome::Done)
}
