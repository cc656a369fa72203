use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::start::{Inner, lock};
use super::{News, NotAnnounced, View};
use crate::matches::MatchId;
use crate::store::{Announced, StoreError};

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
            match self.announce_next(id, doubt).await {
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
                Ok(Next::Later(why)) => tracing::warn!(match_id = %id, why, "not told yet"),
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find or note what is to be told")
                }
            }
            doubt = true;
            if !self.wait(wait).await {
                return;
            }
            wait = (wait * 2).min(LATE);
        }
    }

    async fn announce_next(self: &Arc<Self>, id: MatchId, doubt: bool) -> Result<Next, StoreError> {
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
        if self.is_stopping() {
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
                        .announced(id, news.seq - 1, so_far, self.clock.now())
                        .await?;
                }
                return Ok(Next::Later(why));
            }
        }
        Ok(Next::Announced)
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
    Nothing,
}
