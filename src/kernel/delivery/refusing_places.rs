//! Places that refuse all posts. Each post asks here first, and is woken when the place may be tried again.

use std::sync::Arc;
use std::time::Duration;

use super::announcer::{Shut, View};
use super::back_off::{InBackOff, Woken};
use super::slots::Key;
use crate::kernel::delivery::store::back_off;
use crate::kernel::reactor::Reactor;
use crate::kernel::{BackOff, BoxFuture, Error, Kernel, RefusingPlace};
use crate::matches::{Command, Fact, GuildId, MatchId, Refusal};
use crate::people::Moment;

/// How often it is looked whether a back-off is over, since the clock may be set meanwhile.
const LOOK: Duration = Duration::from_mins(1);

/// The places that news of a match need.
pub(crate) fn places_of_news(view: &View, fact: &Fact) -> Vec<RefusingPlace> {
    let place = view.state.proposal().place;
    let mut places = vec![RefusingPlace::Channel(place.channel)];
    if let Some(guild) = place.guild {
        places.push(RefusingPlace::Server(guild));
        let opens = view.places.thread.is_none() && !view.server.in_channel;
        if opens && !matches!(fact, Fact::Proposed(_)) {
            places.push(RefusingPlace::Threads(guild));
        }
    }
    places
}

/// The places that a match's card needs.
pub(crate) fn places_of_card(view: &View) -> Vec<RefusingPlace> {
    let place = view.state.proposal().place;
    let server = place.guild.map(RefusingPlace::Server);
    [RefusingPlace::Channel(place.channel)]
        .into_iter()
        .chain(server)
        .collect()
}

/// [`InBackOff`] with its store and with what it wakes.
pub(crate) struct RefusingPlaces {
    in_back_off: InBackOff,
}

impl RefusingPlaces {
    pub(crate) fn new(places: Vec<(RefusingPlace, BackOff)>) -> Self {
        Self {
            in_back_off: InBackOff::new(places),
        }
    }

    /// Whether something may be posted now. If not, it waits and is posted when it is time.
    pub(super) fn may_post(&self, places: &[RefusingPlace], key: Key, now: Moment) -> bool {
        self.in_back_off.admits(places, key, true, now)
    }

    /// Whether something may be edited now. If not, it is edited when it is time.
    pub(super) fn may_edit(&self, places: &[RefusingPlace], key: Key, now: Moment) -> bool {
        self.in_back_off.admits(places, key, false, now)
    }

    /// Whether one of these places is in back-off, so that nothing is sent there that can be done without.
    pub(crate) fn are_in_back_off(&self, places: &[RefusingPlace]) -> bool {
        self.in_back_off.has_any(places)
    }

    /// An attempt at these places has failed that says anything of them.
    pub(crate) fn undecided(&self, places: &[RefusingPlace]) {
        self.in_back_off.undecided(places);
    }

    /// Something was posted at these places.
    pub(crate) async fn open(&self, kernel: &Arc<Kernel>, places: &[RefusingPlace]) {
        let (opened, woken) = self.in_back_off.open(places);
        for place in opened {
            tracing::info!(?place, "a place that had refused takes posts again");
            store_back_off(kernel, place, None).await;
        }
        wake(kernel, woken);
    }

    /// A post was refused for good.
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
            (Shut::Threads, Some(guild)) => RefusingPlace::Threads(guild),
            _ => RefusingPlace::Channel(place.channel),
        };
        let others: Vec<_> = places
            .iter()
            .copied()
            .filter(|other| *other != place)
            .collect();
        self.in_back_off.undecided(&others);
        if let Some(back_off) = self.in_back_off.refuse(place, kernel.time.now()) {
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
        for place in self.in_back_off.retry_soon(places, kernel.time.now()) {
            tracing::info!(?place, "retrying a place: the bot was used there");
            store_back_off(kernel, place, None).await;
        }
    }

    /// Ends what goes on in a server that has removed the bot, and erases what it has chosen. It can be done again from the
    /// beginning: that it is done is noted last.
    async fn abandon(&self, kernel: &Arc<Kernel>, guild: GuildId) -> Result<(), Error> {
        let place = RefusingPlace::Server(guild);
        let Some(back_off) = self
            .in_back_off
            .back_off_of(place)
            .filter(|back_off| back_off.abandoned)
        else {
            // Somebody has used the bot there meanwhile.
            return Ok(());
        };
        // A match that fails stops no other, and is tried again.
        let mut all = Ok(());
        for id in kernel
            .read(move |db| back_off::all_played_in(db, guild))
            .await?
        {
            match kernel.act(id, &Command::Abandon, None).await {
                Ok(update) => update.leave_to_arbiter(),
                Err(error @ Error::Refused(Refusal::ClockUnsure(_))) => all = Err(error),
                // It is over, or cannot be read.
                Err(Error::Refused(_)) => {}
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
            let (woken, nearest) = self.in_back_off.take_due(kernel.time.now());
            wake(kernel, woken);
            let due = async {
                match nearest {
                    Some(moment) => {
                        tokio::select! {
                            () = kernel.time.until(moment) => {}
                            () = kernel.time.sleep(LOOK) => {}
                        }
                    }
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = kernel.tasks.stopped() => return,
                () = self.in_back_off.changed() => {}
                () = due => {}
            }
        }
    }
}

async fn store_back_off(kernel: &Kernel, place: RefusingPlace, back_off: Option<BackOff>) {
    // Then only this process knows, and the next one has to be refused once more.
    if let Err(error) = kernel
        .write(move |db| back_off::set_back_off(db, place, back_off))
        .await
    {
        tracing::error!(?place, %error, "cannot store the back-off of a place");
    }
}

/// Lets what waited be posted; ends what goes on in servers that have removed the bot.
fn wake(kernel: &Arc<Kernel>, woken: Woken) {
    for key in woken.owed {
        kernel.owed.wake(key, kernel.time.now());
    }
    for guild in woken.left {
        let what = "ending what goes on in a server that has removed the bot";
        kernel.work(what, MatchId(0), move |kernel, _| async move {
            kernel.places.abandon(&kernel, guild).await
        });
    }
}

impl Reactor for RefusingPlaces {
    /// Wakes what waits, until the arbiter is to end.
    fn start<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        kernel.supervise("waking what waits for places", |kernel| async move {
            kernel.places.watch(&kernel).await;
        });
        Box::pin(std::future::ready(Ok(())))
    }
}
