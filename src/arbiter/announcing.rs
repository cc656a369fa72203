use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::resting::places_of_news;
use super::start::{Inner, lock};
use super::tellers::Kind;
use super::{News, NotAnnounced, Shut, View};
use crate::matches::MatchId;
use crate::store::{Announced, RestingPlace, StoreError};

/// The right to tell one piece of news: nobody else tells any of this match meanwhile.
///
/// Dropped without a word it goes back to the arbiter, which tells it *in doubt*: it may have been told.
pub struct Announcement {
    inner: Arc<Inner>,
    news: News,
    open: bool,
}

/// Who is telling of which match: at most one for each, so that news come in order and once.
#[derive(Default)]
pub(super) struct Announcing {
    /// The matches that somebody tells of, and whether there came more meanwhile.
    busy: Mutex<HashMap<MatchId, bool>>,
    /// Somebody has finished.
    freed: Notify,
}

/// The first and the longest wait before news are tried again.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(300);

/// The least wait for a limit: whoever goes round does not spin.
const LEAST: Duration = Duration::from_millis(50);

/// How long what is under way may take after the arbiter was to end.
const FAREWELL: Duration = Duration::from_secs(2);

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

impl Announcement {
    pub(super) fn new(inner: Arc<Inner>, news: News) -> Self {
        Self {
            inner,
            news,
            open: true,
        }
    }

    /// What there is to tell.
    #[must_use]
    pub fn news(&self) -> &News {
        &self.news
    }

    /// It has been told.
    pub async fn done(mut self, announced: Announced) {
        let id = self.news.view.state.id();
        match self.inner.note_announced(&self.news, announced).await {
            Ok(()) => {
                self.open = false;
                if !self.inner.announcing.release(id) {
                    self.inner.announce_on(id, false);
                }
            }
            // Dropping it starts over: it is looked up whether it was told.
            Err(error) => tracing::error!(match_id = %id, %error, "cannot note what was told"),
        }
    }

    /// The caller did not try: the arbiter tells it, in no doubt.
    pub fn hand_over(mut self) {
        self.open = false;
        self.inner.announce_on(self.news.view.state.id(), false);
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        if self.open {
            self.inner.announce_on(self.news.view.state.id(), true);
        }
    }
}

impl Inner {
    /// Tells all that is untold of a match, in a task of its own. The right to tell must have been taken; it is given
    /// back at the end. With `doubt` the first news may have been told.
    pub(super) fn announce_on(self: &Arc<Self>, id: MatchId, doubt: bool) {
        // Once the arbiter is to end there are no tasks any more: the next start tells it.
        self.spawn(Arc::clone(self).announce_all(id, doubt));
    }

    async fn announce_all(self: Arc<Self>, id: MatchId, mut doubt: bool) {
        let mut wait = SOON;
        loop {
            let next = tokio::select! {
                next = self.announce_next(id, doubt) => next,
                () = self.farewell() => return,
            };
            let limited = matches!(next, Ok(Next::Limited(_)));
            let pause = match next {
                Ok(Next::Announced) => {
                    (doubt, wait) = (false, SOON);
                    continue;
                }
                Ok(Next::Nothing) => {
                    if self.announcing.release(id) {
                        return;
                    }
                    continue;
                }
                Ok(Next::Limited(after)) => {
                    tracing::debug!(match_id = %id, ?after, "a limit does not allow it now");
                    after.max(LEAST)
                }
                Ok(Next::Later(why)) => {
                    tracing::warn!(match_id = %id, why, "not told yet");
                    doubt = true;
                    let pause = wait;
                    wait = (wait * 2).min(LATE);
                    pause
                }
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find or note what is to be told");
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
            tokio::select! {
                () = limit_ends => {}
                goes_on = self.wait(pause) => if !goes_on {
                    return;
                }
            }
        }
    }

    /// Is ready some moments after the arbiter is to end: what is under way has until then.
    pub(super) async fn farewell(&self) {
        self.stopped().await;
        tokio::time::sleep(FAREWELL).await;
    }

    async fn announce_next(self: &Arc<Self>, id: MatchId, doubt: bool) -> Result<Next, StoreError> {
        let Some(pending) = self.store.outside(id).await?.pending else {
            return Ok(Next::Nothing);
        };
        // Whatever belongs to it is looked up when it is its turn: thousands may wait.
        let _place = self.tellers.place(Kind::News, pending.event.at).await;
        if self.is_stopping() {
            return Ok(Next::Later(String::from("the program is ending")));
        }
        let outside = self.store.outside(id).await?;
        let Some(pending) = outside.pending else {
            return Ok(Next::Nothing);
        };
        let kept = lock(&self.cache)
            .get(id)
            .filter(|state| state.seq() == pending.seq);
        let state = match kept {
            Some(state) => state,
            None => Arc::new(
                self.store
                    .load_until(id, pending.seq)
                    .await?
                    .ok_or(StoreError::NoSuchMatch(id))?,
            ),
        };
        // It may be told before whoever wrote it has come to keep it: who sees the post must not act on an earlier board.
        lock(&self.cache).catch_up(&state);
        let view = View {
            state,
            places: outside.places,
            server: outside.server,
        };
        let places = places_of_news(&view, &pending.event.fact);
        if !self.may_announce(&places, id, doubt) {
            // It waits with the place, which wakes it.
            return Ok(Next::Nothing);
        }
        let trying = Trying {
            inner: self,
            places: &places,
            decided: false,
        };
        let news = self.news(view, pending.seq, pending.event).await;
        let announced = self.announcer.announce(&news, doubt).await;
        match announced {
            Ok(announced) => {
                trying.open().await;
                self.note_announced(&news, announced).await?;
                Ok(Next::Announced)
            }
            Err(NotAnnounced::Never { why, so_far }) => {
                tracing::warn!(match_id = %id, seq = news.seq, why, "cannot be told");
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

    /// Notes what was done of news that are still to be told.
    async fn note_so_far(&self, news: &News, so_far: Announced) -> Result<(), StoreError> {
        if so_far != Announced::default() {
            let id = news.view.state.id();
            // The event before it: this one is still to be told.
            self.store
                .announced(id, news.seq - 1, so_far, self.clock.now())
                .await?;
        }
        Ok(())
    }

    /// Notes what was told. If that made the match's card known, and the match has changed meanwhile, it shows too little.
    async fn note_announced(
        self: &Arc<Self>,
        news: &News,
        announced: Announced,
    ) -> Result<(), StoreError> {
        let id = news.view.state.id();
        let now = self.clock.now();
        let last = self.store.announced(id, news.seq, announced, now).await?;
        if announced.card.is_some() && last > news.seq {
            self.cards.touch(id, now, false);
        }
        Ok(())
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
    inner: &'a Arc<Inner>,
    places: &'a [RestingPlace],
    decided: bool,
}

impl Trying<'_> {
    async fn open(mut self) {
        self.decided = true;
        self.inner.places_open(self.places).await;
    }

    async fn refused(mut self, view: &View, shut: Shut, why: &str) {
        self.decided = true;
        self.inner.place_refused(view, shut, self.places, why).await;
    }
}

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        if !self.decided {
            self.inner.places_undecided(self.places);
        }
    }
}
