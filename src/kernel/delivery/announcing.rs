//! Announces what has happened: for each match in order, and once.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

use super::announcer::{News, NotAnnounced, Shut, View};
use super::newsroom::news;
use super::permits::Kind;
use super::refusing_places::places_of_news;
use super::rights::{Announcement, NewsKeeper};
use crate::db::{Announced, StoreError};
use crate::kernel::lock::lock;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::{BoxFuture, Error, Kernel, RefusingPlace};
use crate::matches::MatchId;

/// Ensures that one task at a time announces a match, so that news is posted in order and once.
#[derive(Default)]
pub(crate) struct Announcing {
    /// The matches that somebody announces for, and whether there came more meanwhile.
    busy: Mutex<HashMap<MatchId, bool>>,
    /// Somebody has finished.
    freed: Notify,
    /// There came more of a match that somebody announces for.
    more: Notify,
    /// Who announces the answer of a computer to what they have announced.
    followers: Mutex<HashMap<MatchId, oneshot::Sender<Announcement>>>,
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
    pub(crate) fn announce_on(&self, kernel: &Arc<Kernel>, id: MatchId, doubt: bool) {
        kernel.work("telling news", id, move |kernel, tries| async move {
            // After a panic nobody knows how far it came.
            let doubt = doubt || tries > 0;
            kernel.announcing.announce_all(&kernel, id, doubt).await;
            Ok(())
        });
    }

    /// Announces the news of a match that are due, or lets those do it who follow it. The right to announce must have been
    /// taken.
    async fn pass_on(&self, kernel: &Arc<Kernel>, id: MatchId) {
        let follower = lock(&self.followers).remove(&id);
        let Some(follower) = follower.filter(|follower| !follower.is_closed()) else {
            self.announce_on(kernel, id, false);
            return;
        };
        match next_news(kernel, id, 0).await {
            Ok(Some(news)) if news.is_answering_turn() => {
                let keeper = Arc::new(Keeper(Arc::clone(kernel)));
                let announcement = Announcement::new(keeper, news);
                // Whoever followed has gone just now.
                if let Err(announcement) = follower.send(announcement) {
                    announcement.hand_over();
                }
            }
            Ok(_) => self.announce_on(kernel, id, false),
            Err(error) => {
                tracing::error!(match_id = %id, %error, "cannot find what is to be announced");
                self.announce_on(kernel, id, false);
            }
        }
    }

    /// Waits for news of a match that announce these as well.
    async fn answer_to(&self, kernel: &Kernel, news: &News) -> Option<News> {
        let id = news.view.state.id();
        loop {
            let mut more = pin!(self.more.notified());
            // From here on nothing is missed, so it is safe to look.
            more.as_mut().enable();
            match next_news(kernel, id, news.seq).await {
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

    async fn announce_all(&self, kernel: &Arc<Kernel>, id: MatchId, mut doubt: bool) {
        let mut wait = SOON;
        // Where the news are to go, as far as that is known.
        let mut places = Vec::new();
        loop {
            let next = tokio::select! {
                next = announce_next(kernel, id, doubt, &mut places) => next,
                () = kernel.tasks.farewell() => return,
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
                    kernel.tasks.wait(pause).await
                } else {
                    kernel.retries.wait(&kernel.tasks, id, &places, pause).await
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
}

/// The next news of a match, if they are of an event after this one.
async fn next_news(kernel: &Kernel, id: MatchId, after: u32) -> Result<Option<News>, Error> {
    let outside = kernel.ledger.outside(id).await?;
    let Some(pending) = outside.pending.filter(|pending| pending.seq > after) else {
        return Ok(None);
    };
    let view = View {
        state: kernel.ledger.as_of(id, pending.seq).await?,
        places: outside.places,
        server: outside.server,
        followers: outside.followers,
    };
    let news = news(kernel, view, pending.seq, pending.event);
    Ok(Some(news.await))
}

/// Announces the next news of a match; notes in `places` where they are to go.
async fn announce_next(
    kernel: &Arc<Kernel>,
    id: MatchId,
    doubt: bool,
    places: &mut Vec<RefusingPlace>,
) -> Result<Next, Error> {
    let outside = kernel.ledger.outside(id).await?;
    let host = outside.host;
    let Some(pending) = outside.pending else {
        return Ok(Next::Nothing);
    };
    // Whatever belongs to it is looked up when it is its turn: thousands may wait.
    let _permit = kernel
        .permits
        .permit(Kind::News, host.0, pending.event.at)
        .await;
    if kernel.tasks.is_stopping() {
        return Ok(Next::Later(String::from("the program is ending")));
    }
    let outside = kernel.ledger.outside(id).await?;
    let Some(pending) = outside.pending else {
        return Ok(Next::Nothing);
    };
    let view = View {
        state: kernel.ledger.as_of(id, pending.seq).await?,
        places: outside.places,
        server: outside.server,
        followers: outside.followers,
    };
    *places = places_of_news(&view, &pending.event.fact);
    let doubt = doubt || kernel.places.doubts(places, id);
    if !kernel
        .places
        .may_announce(places, id, doubt, kernel.time.now())
    {
        // It waits with the place, which wakes it.
        return Ok(Next::Nothing);
    }
    let trying = Trying {
        kernel,
        places,
        decided: false,
    };
    let news = news(kernel, view, pending.seq, pending.event).await;
    let announced = kernel.announcer.announce(&news, doubt).await;
    match announced {
        Ok(announced) => {
            trying.open().await;
            note_announced(kernel, &news, announced).await?;
            Ok(Next::Announced)
        }
        Err(NotAnnounced::Never { why, so_far }) => {
            tracing::warn!(match_id = %id, seq = news.seq, why, "cannot be announced");
            note_announced(kernel, &news, so_far).await?;
            Ok(Next::Announced)
        }
        Err(NotAnnounced::Later { why, so_far }) => {
            note_so_far(kernel, &news, so_far).await?;
            Ok(Next::Later(why))
        }
        Err(NotAnnounced::Limited { after, so_far }) => {
            note_so_far(kernel, &news, so_far).await?;
            Ok(Next::Limited(after))
        }
        Err(NotAnnounced::Refused { shut, why, so_far }) => {
            trying.refused(&news.view, shut, &why).await;
            note_so_far(kernel, &news, so_far).await?;
            // The next attempt finds the place at rest, and waits with it.
            Ok(Next::Limited(Duration::ZERO))
        }
    }
}

/// Notes what was done of news that are still to be announced.
async fn note_so_far(kernel: &Kernel, news: &News, so_far: Announced) -> Result<(), StoreError> {
    if so_far != Announced::default() {
        let id = news.view.state.id();
        // The event before it: this one is still to be announced.
        kernel
            .store
            .announced(id, news.seq - 1, so_far, kernel.time.now())
            .await?;
    }
    Ok(())
}

/// Notes what was announced. If that made the match's card known, and the match has changed meanwhile, it shows too little.
async fn note_announced(
    kernel: &Kernel,
    news: &News,
    announced: Announced,
) -> Result<(), StoreError> {
    let id = news.view.state.id();
    let now = kernel.time.now();
    let last = kernel.store.announced(id, news.seq, announced, now).await?;
    if announced.card.is_some() && last > news.seq {
        kernel.cards.touch(id, now, false);
    }
    Ok(())
}

/// The kernel as what gives the rights of [`Announcing`] away.
struct Keeper(Arc<Kernel>);

impl NewsKeeper for Keeper {
    fn announced<'a>(&'a self, news: &'a News, announced: Announced) -> BoxFuture<'a, bool> {
        let kernel = &self.0;
        Box::pin(async move {
            let id = news.view.state.id();
            match note_announced(kernel, news, announced).await {
                Ok(()) => {
                    if !kernel.announcing.release(id) {
                        kernel.announcing.pass_on(kernel, id).await;
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
        self.0.announcing.announce_on(&self.0, id, doubt);
    }

    fn answer<'a>(&'a self, news: &'a News) -> BoxFuture<'a, Option<News>> {
        Box::pin(self.0.announcing.answer_to(&self.0, news))
    }

    fn follow(&self, id: MatchId) -> oneshot::Receiver<Announcement> {
        let (sender, receiver) = oneshot::channel();
        lock(&self.0.announcing.followers).insert(id, sender);
        receiver
    }
}

impl Reactor for Announcing {
    fn react<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        change: &'a Change,
        offers: &'a mut Offers,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let id = change.after.id();
            if !change.events.iter().any(|event| event.fact.is_news()) {
                return;
            }
            if change.is_by_computer() {
                // Whoever announces for the match may announce this as well.
                if self.take(id) {
                    self.pass_on(kernel, id).await;
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
            let offered = next_news(kernel, id, before);
            match offered.await {
                Ok(Some(news)) => {
                    if news.seq < change.after.seq() {
                        // There is more.
                        self.take(id);
                    }
                    let keeper = Arc::new(Keeper(Arc::clone(kernel)));
                    offers.news = Some(Announcement::new(keeper, news));
                }
                Ok(None) => self.announce_on(kernel, id, false),
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find what is to be announced");
                    self.announce_on(kernel, id, false);
                }
            }
        })
    }

    fn resume<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for id in kernel.store.pending().await? {
                if self.take(id) {
                    self.announce_on(kernel, id, true);
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
    kernel: &'a Arc<Kernel>,
    places: &'a [RefusingPlace],
    decided: bool,
}

impl Trying<'_> {
    async fn open(mut self) {
        self.decided = true;
        self.kernel.places.open(self.kernel, self.places).await;
    }

    async fn refused(mut self, view: &View, shut: Shut, why: &str) {
        self.decided = true;
        let resting = &self.kernel.places;
        resting
            .refused(self.kernel, view, shut, self.places, why)
            .await;
    }
}

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        if !self.decided {
            self.kernel.places.undecided(self.places);
        }
    }
}
