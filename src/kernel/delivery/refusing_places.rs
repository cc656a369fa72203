//! Places that refuse for good what is posted there: whoever posts asks here first, and is woken when it is time.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::announcer::{Shut, View};
use super::back_off::{Resting, Woken};
use crate::db::Store;
use crate::kernel::acts::Acts;
use crate::kernel::tasks::Tasks;
use crate::kernel::time::Time;
use crate::kernel::{Error, Rest, RestingPlace};
use crate::matches::{Command, Fact, GuildId, MatchId, Refusal};

/// How often it is looked whether a rest is over, since the clock may be set meanwhile.
const LOOK: Duration = Duration::from_mins(1);

/// The places that news of a match need.
pub(crate) fn places_of_news(view: &View, fact: &Fact) -> Vec<RestingPlace> {
    let place = view.state.proposal().place;
    let mut places = vec![RestingPlace::Channel(place.channel)];
    if let Some(guild) = place.guild {
        places.push(RestingPlace::Server(guild));
        let opens = view.places.thread.is_none() && !view.server.in_channel;
        if opens && !matches!(fact, Fact::Proposed(_)) {
            places.push(RestingPlace::Threads(guild));
        }
    }
    places
}

/// The places that a match's card needs.
pub(crate) fn places_of_card(view: &View) -> Vec<RestingPlace> {
    let place = view.state.proposal().place;
    let server = place.guild.map(RestingPlace::Server);
    [RestingPlace::Channel(place.channel)]
        .into_iter()
        .chain(server)
        .collect()
}

/// [`Resting`] with its store, its clock and those whom it wakes.
pub(crate) struct RestingPlaces {
    resting: Resting,
    store: Store,
    time: Arc<Time>,
    tasks: Arc<Tasks>,
    wake: OnceLock<Wake>,
}

/// Who announces the news and updates the cards that waited.
pub(crate) struct Wake {
    pub(crate) news: Box<dyn Fn(MatchId, bool) + Send + Sync>,
    pub(crate) card: Box<dyn Fn(MatchId) + Send + Sync>,
    /// Who ends what goes on in a server that has removed the bot.
    pub(crate) abandon: Box<dyn Fn(GuildId) + Send + Sync>,
}

impl RestingPlaces {
    pub(crate) fn new(
        store: Store,
        time: Arc<Time>,
        tasks: Arc<Tasks>,
        places: Vec<(RestingPlace, Rest)>,
    ) -> Self {
        Self {
            resting: Resting::new(places),
            store,
            time,
            tasks,
            wake: OnceLock::new(),
        }
    }

    /// Begins to wake what waits, until the arbiter is to end. Once only.
    pub(crate) fn watch(self: &Arc<Self>, wake: Wake) {
        if self.wake.set(wake).is_err() {
            debug_assert!(false, "resting places are watched already");
            return;
        }
        let part = Arc::clone(self);
        self.tasks.keep("waking what waits for places", move || {
            Arc::clone(&part).keep()
        });
    }

    /// Whether news of a match may be announced now. If not, the match waits and is announced when it is time.
    pub(crate) fn may_announce(&self, places: &[RestingPlace], id: MatchId, doubt: bool) -> bool {
        self.resting.admits(places, id, doubt, self.time.now())
    }

    /// Whether news of a match that wait for these places may have been announced: whoever comes with later news of it, in no
    /// doubt, has to look first as well.
    pub(crate) fn doubts(&self, places: &[RestingPlace], id: MatchId) -> bool {
        self.resting.doubts(places, id)
    }

    /// Whether a card may be updated now. If not, it is updated when it is time.
    pub(crate) fn may_update(&self, places: &[RestingPlace], id: MatchId) -> bool {
        self.resting.admits_card(places, id, self.time.now())
    }

    /// Whether one of these places is left alone, so that nothing is sent there that can be done without.
    pub(crate) fn rests(&self, places: &[RestingPlace]) -> bool {
        self.resting.has_any(places)
    }

    /// An attempt at these places has come to nothing that says anything of them.
    pub(crate) fn undecided(&self, places: &[RestingPlace]) {
        self.resting.undecided(places);
    }

    /// Something was posted at these places.
    pub(crate) async fn open(&self, places: &[RestingPlace]) {
        let (opened, woken) = self.resting.open(places);
        for place in opened {
            tracing::info!(?place, "a place that had refused takes posts again");
            self.keep_rest(place, None).await;
        }
        self.wake(woken);
    }

    /// A post was refused for good.
    pub(crate) async fn refused(
        &self,
        view: &View,
        shut: Shut,
        places: &[RestingPlace],
        why: &str,
    ) {
        let place = view.state.proposal().place;
        let place = match (shut, place.guild) {
            (Shut::Server, Some(guild)) => RestingPlace::Server(guild),
            (Shut::Threads, Some(guild)) => RestingPlace::Threads(guild),
            _ => RestingPlace::Channel(place.channel),
        };
        let others: Vec<_> = places
            .iter()
            .copied()
            .filter(|other| *other != place)
            .collect();
        self.resting.undecided(&others);
        if let Some(rest) = self.resting.refuse(place, self.time.now()) {
            let until = rest.until.map(|until| until.0);
            tracing::warn!(
                ?place,
                why,
                refusals = rest.refusals,
                until,
                "a place refuses what is posted: it is left alone"
            );
            self.keep_rest(place, Some(rest)).await;
        }
    }

    pub(crate) async fn stir(&self, places: &[RestingPlace]) {
        for place in self.resting.stir(places, self.time.now()) {
            tracing::info!(?place, "a place that had refused gives a sign of life");
            self.keep_rest(place, None).await;
        }
    }

    async fn keep_rest(&self, place: RestingPlace, rest: Option<Rest>) {
        // Then only this process knows, and the next one has to be refused once more.
        if let Err(error) = self.store.rest(place, rest).await {
            tracing::error!(?place, %error, "cannot note whether a place is left alone");
        }
    }

    fn wake(&self, woken: Woken) {
        let Some(wake) = self.wake.get() else {
            debug_assert!(false, "nobody is there to be woken");
            return;
        };
        for (id, doubt) in woken.news {
            (wake.news)(id, doubt);
        }
        for id in woken.cards {
            (wake.card)(id);
        }
        for guild in woken.left {
            (wake.abandon)(guild);
        }
    }

    /// Ends what goes on in a server that has removed the bot, and erases what it has chosen. It can be done again from the
    /// beginning: that it is done is noted last.
    pub(crate) async fn abandon(&self, acts: &Acts, guild: GuildId) -> Result<(), Error> {
        let place = RestingPlace::Server(guild);
        let Some(rest) = self.resting.rest_of(place).filter(|rest| rest.abandoned) else {
            // Somebody has used the bot there meanwhile.
            return Ok(());
        };
        // A match that fails stops no other, and is tried again.
        let mut all = Ok(());
        for id in self.store.all_played_in(guild).await? {
            match acts.act(id, &Command::Abandon, None).await {
                Ok(update) => update.leave_to_arbiter(),
                Err(error @ Error::Refused(Refusal::ClockUnsure(_))) => all = Err(error),
                // It is over, or cannot be read.
                Err(Error::Refused(_)) => {}
                Err(error) => all = Err(error),
            }
        }
        all?;
        self.store.erase_server(guild).await?;
        self.store.rest(place, Some(rest)).await?;
        tracing::info!(%guild, "a server has refused for 30 days: its matches are abandoned");
        Ok(())
    }

    async fn keep(self: Arc<Self>) {
        loop {
            let (woken, nearest) = self.resting.take_due(self.time.now());
            self.wake(woken);
            let due = async {
                match nearest {
                    Some(moment) => {
                        tokio::select! {
                            () = self.time.until(moment) => {}
                            () = self.time.sleep(LOOK) => {}
                        }
                    }
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.tasks.stopped() => return,
                () = self.resting.changed() => {}
                () = due => {}
            }
        }
    }
}
