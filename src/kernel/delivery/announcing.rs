//! Announces what has happened: for each match in order, and once.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

use super::announcer::{Announcer, News, NotAnnounced, Shut, View};
use super::newsroom::Newsroom;
use super::permits::{Kind, Permits};
use super::refusing_places::{RestingPlaces, places_of_news};
use super::retries::Retries;
use super::rights::{Announcement, NewsKeeper};
use crate::db::{Announced, Store, StoreError};
use crate::kernel::ledger::Ledger;
use crate::kernel::lock::lock;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::tasks::Tasks;
use crate::kernel::time::Time;
use crate::kernel::{BoxFuture, Error, RestingPlace};
use crate::matches::MatchId;

/// Who is telling of which match: at most one for each, so that news come in order and once.
pub(crate) struct Announcing {
    pub(crate) store: Store,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) announcer: Arc<dyn Announcer>,
    pub(crate) tasks: Arc<Tasks>,
    pub(crate) time: Arc<Time>,
    /// For how many matches news are announced at once.
    pub(crate) permits: Arc<Permits>,
    pub(crate) places: Arc<RestingPlaces>,
    pub(crate) retries: Arc<Retries>,
    pub(crate) newsroom: Newsroom,
    /// A match's card became known after the match had changed again.
    pub(crate) on_old_card: Box<dyn Fn(MatchId) + Send + Sync>,
    /// The matches that somebody announces for, and whether there came more meanwhile.
    pub(crate) busy: Mutex<HashMap<MatchId, bool>>,
    /// Somebody has finished.
    pub(crate) freed: Notify,
    /// There came more of a match that somebody announces for.
    pub(crate) more: Notify,
    /// Who announces the answer of a computer to what they have announced.
    pub(crate) followers: Mutex<HashMap<MatchId, oneshot::Sender<Announcement>>>,
}

/// The first and the longest wait before news are tried again.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(300);

/// The least wait for a limit: whoever goes round does not spin.
const LEAST: Duration = Duration::from_millis(50);

/// How long a use case waits for earlier news of its match. Whoever is quick to act on a post comes before Discord's
/// answer to that post, which is some moments away; an outage would take longer than anybody can wait.
const PATIENCE: Duration = Duration::from_millis(1500);

impl Announcing {
    /// Takes the right to tell of a match. If somebody has it, they are told that there is more.
    pub(crate) fn take(&self, id: MatchId) -> bool {
        {
            let mut busy = lock(&self.busy);
            match busy.get_mut(&id) {
                Some(more) => *more = true,
                None => {
                    busy.insert(id, false);
                    return true;
                }
            }
        }
        self.more.notify_waiters();
        false
    }

    /// Waits a little until nobody announces for a match, so that who comes next can announce its own news.
    pub(crate) async fn quiet(&self, id: MatchId) {
        let quiet = async {
            loop {
                let mut freed = pin!(self.freed.notified());
                // From here on nothing is missed, so it is safe to look.
                freed.as_mut().enable();
                if !lock(&self.busy).contains_key(&id) {
                    return;
                }
                freed.await;
            }
        };
        // If it takes longer, the news are announced in turn by whoever announces now.
        let _ = tokio::time::timeout(PATIENCE, quiet).await;
    }

    /// Gives the right back, unless there came more meanwhile: then it stays, and there is more to announce.
    fn release(&self, id: MatchId) -> bool {
        {
            let mut busy = lock(&self.busy);
            match busy.get_mut(&id) {
                Some(more) if *more => {
                    *more = false;
                    return false;
                }
                _ => busy.remove(&id),
            };
        }
        self.freed.notify_waiters();
        true
    }
}

impl Announcing {
    /// Announces all news of a match that are due, in a task of its own. The right to announce must have been taken; it is
    /// given back at the end. With `doubt` the first news may have been announced.
    pub(crate) fn announce_on(self: &Arc<Self>, id: MatchId, doubt: bool) {
        let part = Arc::clone(self);
        self.tasks.work("telling news", id, move |tries| {
            let part = Arc::clone(&part);
            // After a panic nobody knows how far it came.
            async move {
                part.announce_all(id, doubt || tries > 0).await;
                Ok(())
            }
        });
    }

    /// Announces the news of a match that are due, or lets those do it who follow it. The right to announce must have been
    /// taken.
    async fn pass_on(self: &Arc<Self>, id: MatchId) {
        let follower = lock(&self.followers).remove(&id);
        let Some(follower) = follower.filter(|follower| !follower.is_closed()) else {
            self.announce_on(id, false);
            return;
        };
        match self.next_news(id, 0).await {
            Ok(Some(news)) if news.is_answering_turn() => {
                let keeper = Arc::new(Keeper(Arc::clone(self)));
                let announcement = Announcement::new(keeper, news);
                // Whoever followed has gone just now.
                if let Err(announcement) = follower.send(announcement) {
                    announcement.hand_over();
                }
            }
            Ok(_) => self.announce_on(id, false),
            Err(error) => {
                tracing::error!(match_id = %id, %error, "cannot find what is to be announced");
                self.announce_on(id, false);
            }
        }
    }

    /// The next news of a match, if they are of an event after this one.
    async fn next_news(&self, id: MatchId, after: u32) -> Result<Option<News>, Error> {
        let outside = self.ledger.outside(id).await?;
        let Some(pending) = outside.pending.filter(|pending| pending.seq > after) else {
            return Ok(None);
        };
        let view = View {
            state: self.ledger.as_of(id, pending.seq).await?,
            places: outside.places,
            server: outside.server,
            followers: outside.followers,
        };
        let news = self.newsroom.news(view, pending.seq, pending.event);
        Ok(Some(news.await))
    }

    /// Waits for news of a match that announce these as well.
    async fn answer_to(&self, news: &News) -> Option<News> {
        let id = news.view.state.id();
        loop {
            let mut more = pin!(self.more.notified());
            // From here on nothing is missed, so it is safe to look.
            more.as_mut().enable();
            match self.next_news(id, news.seq).await {
                Ok(None) => {}
                Ok(Some(answer)) => return Some(answer),
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find what is to be announced");
                    return None;
                }
            }
            more.await;
        }
    }

    async fn announce_all(&self, id: MatchId, mut doubt: bool) {
        let mut wait = SOON;
        // Where the news are to go, as far as that is known.
        let mut places = Vec::new();
        loop {
            let next = tokio::select! {
                next = self.announce_next(id, doubt, &mut places) => next,
                () = self.tasks.farewell() => return,
            };
            let limited = matches!(next, Ok(Next::Limited(_)));
            let pause = match next {
                Ok(Next::Announced) => {
                    (doubt, wait) = (false, SOON);
                    continue;
                }
                Ok(Next::Nothing) => {
                    if self.release(id) {
                        return;
                    }
                    continue;
                }
                // The match is frozen: there is nothing that could be announced.
                Err(Error::Refused(_)) => {
                    self.release(id);
                    return;
                }
                Ok(Next::Limited(after)) => {
                    tracing::debug!(match_id = %id, ?after, "a limit does not allow it now");
                    after.max(LEAST)
                }
                Ok(Next::Later(why)) => {
                    tracing::warn!(match_id = %id, why, "not announced yet");
                    doubt = true;
                    let pause = wait;
                    wait = (wait * 2).min(LATE);
                    pause
                }
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find or note what is to be announced");
                    doubt = true;
                    let pause = wait;
                    wait = (wait * 2).min(LATE);
                    pause
                }
            };
            // Limits are Discord's and end by the time of the world, tests move the arbiter's clock: whichever is first.
            let limit_ends = async {
                if limited {
                    tokio::time::sleep(pause).await;
                } else {
                    std::future::pending().await
                }
            };
            let waited = async {
                if limited {
                    self.tasks.wait(pause).await
                } else {
                    self.retries.wait(id, &places, pause).await
                }
            };
            tokio::select! {
                () = limit_ends => {}
                goes_on = waited => if !goes_on {
                    return;
                }
            }
        }
    }

    /// Announces the next news of a match; notes in `places` where they are to go.
    async fn announce_next(
        &self,
        id: MatchId,
        doubt: bool,
        places: &mut Vec<RestingPlace>,
    ) -> Result<Next, Error> {
        let outside = self.ledger.outside(id).await?;
        let host = outside.host;
        let Some(pending) = outside.pending else {
            return Ok(Next::Nothing);
        };
        // Whatever belongs to it is looked up when it is its turn: thousands may wait.
        let _permit = self
            .permits
            .permit(Kind::News, host, pending.event.at)
            .await;
        if self.tasks.is_stopping() {
            return Ok(Next::Later(String::from("the program is ending")));
        }
        let outside = self.ledger.outside(id).await?;
        let Some(pending) = outside.pending else {
            return Ok(Next::Nothing);
        };
        let view = View {
            state: self.ledger.as_of(id, pending.seq).await?,
            places: outside.places,
            server: outside.server,
            followers: outside.followers,
        };
        *places = places_of_news(&view, &pending.event.fact);
        let doubt = doubt || self.places.doubts(places, id);
        if !self.places.may_announce(places, id, doubt) {
            // It waits with the place, which wakes it.
            return Ok(Next::Nothing);
        }
        let trying = Trying {
            resting: &self.places,
            places,
            decided: false,
        };
        let news = self.newsroom.news(view, pending.seq, pending.event).await;
        let announced = self.announcer.announce(&news, doubt).await;
        match announced {
            Ok(announced) => {
                trying.open().await;
                self.note_announced(&news, announced).await?;
                Ok(Next::Announced)
            }
            Err(NotAnnounced::Never { why, so_far }) => {
                tracing::warn!(match_id = %id, seq = news.seq, why, "cannot be announced");
                self.note_announced(&news, so_far).await?;
                Ok(Next::Announced)
            }
            Err(NotAnnounced::Later { why, so_far }) => {
                self.note_so_far(&news, so_far).await?;
                Ok(Next::Later(why))
            }
            Err(NotAnnounced::Limited { after, so_far }) => {
                self.note_so_far(&news, so_far).await?;
                Ok(Next::Limited(after))
            }
            Err(NotAnnounced::Refused { shut, why, so_far }) => {
                trying.refused(&news.view, shut, &why).await;
                self.note_so_far(&news, so_far).await?;
                // The next attempt finds the place at rest, and waits with it.
                Ok(Next::Limited(Duration::ZERO))
            }
        }
    }

    /// Notes what was done of news that are still to be announced.
    async fn note_so_far(&self, news: &News, so_far: Announced) -> Result<(), StoreError> {
        if so_far != Announced::default() {
            let id = news.view.state.id();
            // The event before it: this one is still to be announced.
            self.store
                .announced(id, news.seq - 1, so_far, self.time.now())
                .await?;
        }
        Ok(())
    }

    /// Notes what was announced. If that made the match's card known, and the match has changed meanwhile, it shows too little.
    async fn note_announced(&self, news: &News, announced: Announced) -> Result<(), StoreError> {
        let id = news.view.state.id();
        let now = self.time.now();
        let last = self.store.announced(id, news.seq, announced, now).await?;
        if announced.card.is_some() && last > news.seq {
            (self.on_old_card)(id);
        }
        Ok(())
    }
}

/// [`Announcing`] as what gives its rights away.
struct Keeper(Arc<Announcing>);

impl NewsKeeper for Keeper {
    fn announced<'a>(&'a self, news: &'a News, announced: Announced) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            let id = news.view.state.id();
            match self.0.note_announced(news, announced).await {
                Ok(()) => {
                    if !self.0.release(id) {
                        self.0.pass_on(id).await;
                    }
                    true
                }
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot note what was announced");
                    false
                }
            }
        })
    }

    fn announce(&self, id: MatchId, doubt: bool) {
        self.0.announce_on(id, doubt);
    }

    fn answer<'a>(&'a self, news: &'a News) -> BoxFuture<'a, Option<News>> {
        Box::pin(self.0.answer_to(news))
    }

    fn follow(&self, id: MatchId) -> oneshot::Receiver<Announcement> {
        let (sender, receiver) = oneshot::channel();
        lock(&self.0.followers).insert(id, sender);
        receiver
    }
}

impl Reactor for Announcing {
    fn react<'a>(self: Arc<Self>, change: &'a Change, offers: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let id = change.after.id();
            if !change.events.iter().any(|event| event.fact.is_news()) {
                return;
            }
            if change.is_by_computer() {
                // Whoever announces for the match may announce this as well.
                if self.take(id) {
                    self.pass_on(id).await;
                }
                return;
            }
            // What they follow is not the last word any more.
            lock(&self.followers).remove(&id);
            self.quiet(id).await;
            if !self.take(id) {
                return;
            }
            // The first of these events that is to be announced is offered; what comes after it, the arbiter announces.
            let before = change.before.as_ref().map_or(0, |before| before.seq());
            let offered = self.next_news(id, before);
            match offered.await {
                Ok(Some(news)) => {
                    if news.seq < change.after.seq() {
                        // There is more.
                        self.take(id);
                    }
                    let keeper = Arc::new(Keeper(Arc::clone(&self)));
                    offers.news = Some(Announcement::new(keeper, news));
                }
                Ok(None) => self.announce_on(id, false),
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find what is to be announced");
                    self.announce_on(id, false);
                }
            }
        })
    }

    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            for id in self.store.pending().await? {
                if self.take(id) {
                    self.announce_on(id, true);
                }
            }
            Ok(())
        })
    }
}

enum Next {
    Announced,
    Later(String),
    Limited(Duration),
    Nothing,
}

/// An attempt at places that may have refused before. Whatever becomes of it, they hear of it.
struct Trying<'a> {
    resting: &'a RestingPlaces,
    places: &'a [RestingPlace],
    decided: bool,
}

impl Trying<'_> {
    async fn open(mut self) {
        self.decided = true;
        self.resting.open(self.places).await;
    }

    async fn refused(mut self, view: &View, shut: Shut, why: &str) {
        self.decided = true;
        self.resting.refused(view, shut, self.places, why).await;
    }
}

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        if !self.decided {
            self.resting.undecided(self.places);
        }
    }
}
