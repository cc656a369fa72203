//! Places that refuse all posts. Each post asks here first, and is woken when the place may be retried.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::OptionFuture;

use super::announcer::{Shut, View};
use super::back_off::{InBackOff, Woken};
use super::deliveries::Key;
use crate::db::journal;
use crate::kernel::delivery::store::back_off;
use crate::kernel::reactor::Reactor;
use crate::kernel::{BackOff, Error, Kernel, RefusingPlace, Result};
use crate::matches::{Command, GuildId, MatchId};
use crate::people::Moment;

/// How often finished back-offs are looked for, because the clock may be set.
const LOOK: Duration = Duration::from_mins(1);

/// Returns the places that must accept what is posted about a match.
pub(crate) fn places_of(view: &View) -> Vec<RefusingPlace> {
    let place = view.state.proposal().place;
    let server = place.guild.map(RefusingPlace::Server);
    [RefusingPlace::Channel(place.channel)]
        .into_iter()
        .chain(server)
        .collect()
}

impl InBackOff {
    /// Whether a post may be sent now. If not, it waits for the places.
    pub(super) fn may_post(&self, places: &[RefusingPlace], key: Key, now: Moment) -> bool {
        self.admits(places, key, true, now)
    }

    /// Whether a message may be edited now. If not, the edit waits for the places.
    pub(super) fn may_edit(&self, places: &[RefusingPlace], key: Key, now: Moment) -> bool {
        self.admits(places, key, false, now)
    }

    /// Ends the back-off of places that accepted a post, and wakes the waiting posts.
    pub(crate) async fn open(&self, kernel: &Arc<Kernel>, places: &[RefusingPlace]) {
        let (opened, woken) = self.take_out(places);
        for place in opened {
            tracing::info!(?place, "a place that had refused takes posts again");
            store_back_off(kernel, place, None).await;
        }
        wake(kernel, woken);
    }

    /// Records that a place refuses posts, and stores its back-off.
    pub(crate) async fn refused(
        &self,
        kernel: &Kernel,
        view: &View,
        shut: Shut,
        places: &[RefusingPlace],
        why: &str,
    ) {
        let place = view.state.proposal().place;
        let place = match (shut, place.guild) {
            (Shut::Server, Some(guild)) => RefusingPlace::Server(guild),
            _ => RefusingPlace::Channel(place.channel),
        };
        let others: Vec<_> = places
            .iter()
            .copied()
            .filter(|other| *other != place)
            .collect();
        self.undecided(&others);
        if let Some(back_off) = self.refuse(place, kernel.time.now()) {
            let until = back_off.until.map(|until| until.0);
            tracing::warn!(
                ?place,
                why,
                refusals = back_off.refusals,
                until,
                "a place refuses posts: backing off"
            );
            store_back_off(kernel, place, Some(back_off)).await;
        }
    }

    pub(crate) async fn retry_soon(&self, kernel: &Kernel, places: &[RefusingPlace]) {
        for place in self.retried(places, kernel.time.now()) {
            tracing::info!(?place, "retrying a place: the bot was used there");
            store_back_off(kernel, place, None).await;
        }
    }

    /// Abandons the matches of a server that has removed the bot, and deletes the server's settings. Idempotent:
    /// completion is stored last.
    async fn abandon(&self, kernel: &Arc<Kernel>, guild: GuildId) -> Result {
        let place = RefusingPlace::Server(guild);
        let Some(back_off) = self
            .back_off_of(place)
            .filter(|back_off| back_off.abandoned)
        else {
            // The bot was used there since.
            return Ok(());
        };
        // First, so that no contest begins another match when one is over.
        kernel
            .write(move |db| journal::close_all_in(db, guild))
            .await?;
        // A failure of one match does not stop the others. The whole work is retried.
        let mut all = Ok(());
        for id in kernel
            .read(move |db| back_off::all_played_in(db, guild))
            .await?
        {
            match kernel.act(id, &Command::Abandon, None).await {
                Ok(update) => update.leave_to_arbiter(),
                Err(error @ Error::ClockUnsure(_)) => all = Err(error),
                // The match is over, or cannot be read.
                Err(error) if error.refusal().is_some() => {}
                Err(error) => all = Err(error),
            }
        }
        all?;
        let write = kernel.write(move |db| {
            back_off::erase_server(db, guild)?;
            back_off::set_back_off(db, place, Some(back_off))
        });
        write.await?;
        tracing::info!(%guild, "a server has refused for 30 days: its matches are abandoned");
        Ok(())
    }

    async fn watch(&self, kernel: &Arc<Kernel>) {
        loop {
            let (woken, nearest) = self.take_due(kernel.time.now());
            wake(kernel, woken);
            let due = nearest.map(|nearest| kernel.time.until(nearest));
            tokio::select! {
                () = kernel.tasks.stopped() => return,
                () = self.changed() => {}
                () = kernel.time.sleep(LOOK), if due.is_some() => {}
                Some(()) = OptionFuture::from(due) => {}
            }
        }
    }
}

async fn store_back_off(kernel: &Kernel, place: RefusingPlace, back_off: Option<BackOff>) {
    // After a failure, only this process knows the back-off, and the next one is refused once more.
    if let Err(error) = kernel
        .write(move |db| back_off::set_back_off(db, place, back_off))
        .await
    {
        tracing::error!(?place, %error, "cannot store the back-off of a place");
    }
}

/// Wakes waiting posts, and starts to abandon servers that have removed the bot.
fn wake(kernel: &Arc<Kernel>, woken: Woken) {
    for key in woken.pending {
        kernel.delivery_queue.wake(key, kernel.time.now());
    }
    for guild in woken.left {
        let what = "ending what goes on in a server that has removed the bot";
        kernel.work(what, MatchId(0), move |kernel, _| async move {
            kernel.places.abandon(&kernel, guild).await
        });
    }
}

#[async_trait]
impl Reactor for InBackOff {
    /// Starts the task that wakes waiting posts.
    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        kernel.supervise("waking what waits for places", |kernel| async move {
            kernel.places.watch(&kernel).await;
        });
        Ok(())
    }
}
