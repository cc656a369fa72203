//! Tells people what has happened: for each match in order, and once.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};

use super::announcer::{Announcer, News, NotAnnounced, View};
use super::error::Error;
use super::ledger::Ledger;
use super::reactor::{Change, Offers, Reactor};
use super::rights::{Announcement, Teller};
use super::tasks::Tasks;
use super::time::Time;
use super::{BoxFuture, lock};
use crate::matches::MatchId;
use crate::store::{Announced, Store, StoreError};

/// Who is telling of which match: at most one for each, so that news come in order and once.
pub(super) struct Announcing {
    pub(super) store: Store,
    pub(super) ledger: Arc<Ledger>,
    pub(super) announcer: Arc<dyn Announcer>,
    pub(super) tasks: Arc<Tasks>,
    pub(super) time: Arc<Time>,
    /// How many matches are told of at once.
    pub(super) tellers: Arc<Semaphore>,
    /// A match's card became known after the match had changed again.
    pub(super) on_old_card: Box<dyn Fn(MatchId) + Send + Sync>,
    /// The matches that somebody tells of, and whether there came more meanwhile.
    pub(super) busy: Mutex<HashMap<MatchId, bool>>,
    /// Somebody has finished.
    pub(super) freed: Notify,
}

/// The first and the longest wait before news are tried again.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(300);

/// How long a use case waits for earlier news of its match. Whoever is quick to act on a post comes before Discord's
/// answer to that post, which is some moments away; an outage would take longer than anybody can wait.
const PATIENCE: Duration = Duration::from_millis(1500);

impl Announcing {
    /// Takes the right to tell of a match. If somebody has it, they are told that there is more.
    pub(super) fn take(&self, id: MatchId) -> bool {
        let mut busy = lock(&self.busy);
        match busy.get_mut(&id) {
            Some(more) => {
                *more = true;
                false
            }
            None => {
                busy.insert(id, false);
                true
            }
        }
    }

    /// Waits a little until nobody tells of a match, so that who comes next can tell its own news.
    pub(super) async fn quiet(&self, id: MatchId) {
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
        // If it takes longer, the news are told in turn by whoever tells now.
        let _ = tokio::time::timeout(PATIENCE, quiet).await;
    }

    /// Gives the right back, unless there came more meanwhile: then it stays, and there is more to tell.
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
    /// Tells all that is untold of a match, in a task of its own. The right to tell must have been taken; it is given
    /// back at the end. With `doubt` the first news may have been told.
    pub(super) fn announce_on(self: &Arc<Self>, id: MatchId, doubt: bool) {
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

    async fn announce_all(&self, id: MatchId, mut doubt: bool) {
        let mut wait = SOON;
        loop {
            match self.announce_next(id, doubt).await {
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
                Ok(Next::Later(why)) => tracing::warn!(match_id = %id, why, "not told yet"),
                // The match is frozen: there is nothing that could be told.
                Err(Error::Refused(_)) => {
                    self.release(id);
                    return;
                }
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find or note what is to be told")
                }
            }
            doubt = true;
            if !self.tasks.wait(wait).await {
                return;
            }
            wait = (wait * 2).min(LATE);
        }
    }

    async fn announce_next(&self, id: MatchId, doubt: bool) -> Result<Next, Error> {
        let outside = self.ledger.outside(id).await?;
        let Some(pending) = outside.pending else {
            return Ok(Next::Nothing);
        };
        let state = self.ledger.as_of(id, pending.seq).await?;
        let news = News {
            view: View {
                state,
                places: outside.places,
                server: outside.server,
            },
            seq: pending.seq,
            event: pending.event,
        };
        // It is never closed.
        let _place = self.tellers.acquire().await;
        if self.tasks.is_stopping() {
            return Ok(Next::Later(String::from("the program is ending")));
        }
        match self.announcer.announce(&news, doubt).await {
            Ok(announced) => self.note_announced(&news, announced).await?,
            Err(NotAnnounced::Never { why, so_far }) => {
                tracing::warn!(match_id = %id, seq = news.seq, why, "cannot be told");
                self.note_announced(&news, so_far).await?;
            }
            Err(NotAnnounced::Later { why, so_far }) => {
                // The event before it: this one is still to be told.
                if so_far != Announced::default() {
                    self.store
                        .announced(id, news.seq - 1, so_far, self.time.now())
                        .await?;
                }
                return Ok(Next::Later(why));
            }
        }
        Ok(Next::Announced)
    }

    /// Notes what was told. If that made the match's card known, and the match has changed meanwhile, it shows too little.
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
struct Desk(Arc<Announcing>);

impl Teller for Desk {
    fn told<'a>(&'a self, news: &'a News, announced: Announced) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            let id = news.view.state.id();
            match self.0.note_announced(news, announced).await {
                Ok(()) => {
                    if !self.0.release(id) {
                        self.0.announce_on(id, false);
                    }
                    true
                }
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot note what was told");
                    false
                }
            }
        })
    }

    fn tell(&self, id: MatchId, doubt: bool) {
        self.0.announce_on(id, doubt);
    }
}

impl Reactor for Announcing {
    fn react<'a>(self: Arc<Self>, change: &'a Change, offers: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let id = change.after.id();
            self.quiet(id).await;
            if !change.events.iter().any(|event| event.fact.is_news()) || !self.take(id) {
                return;
            }
            // The first of these events that is to be told is offered; what comes after it, the arbiter tells.
            let before = change.before.as_ref().map_or(0, |before| before.seq());
            let offered = async {
                let outside = self.ledger.outside(id).await?;
                let Some(pending) = outside.pending.filter(|pending| pending.seq > before) else {
                    return Ok(None);
                };
                let state = if pending.seq == change.after.seq() {
                    Arc::clone(&change.after)
                } else {
                    self.ledger.as_of(id, pending.seq).await?
                };
                let view = View {
                    state,
                    places: outside.places,
                    server: outside.server,
                };
                Ok::<_, Error>(Some(News {
                    view,
                    seq: pending.seq,
                    event: pending.event,
                }))
            };
            match offered.await {
                Ok(Some(news)) => {
                    if news.seq < change.after.seq() {
                        // There is more.
                        self.take(id);
                    }
                    let desk = Arc::new(Desk(Arc::clone(&self)));
                    offers.news = Some(Announcement::new(desk, news));
                }
                Ok(None) => self.announce_on(id, false),
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find what is to be told");
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
    Nothing,
}
