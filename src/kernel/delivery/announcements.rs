//! Announces the news of each match in order and once.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::{Notify, oneshot};

use super::announcer::{News, NotAnnounced, Shut, View};
use super::deliveries::Key;
use super::queue::{Kind, Outcome, Post, Rank, Together};
use super::refusing_places::places_of;
use super::rights::Announcement;
use crate::db::alarms::About;
use crate::db::pending_posts::{self, NEWS, THREAD_LINES};
use crate::db::{Announced, Result, ratings};
use crate::kernel::lock::lock;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{Error, Kernel, MatchPosts, RefusingPlace};
use crate::matches::{Event, Fact, Match, MatchId, UserId};
use crate::people::Moment;
use crate::ratings::Stakes;

/// The news of matches. One task at a time announces a match.
pub(crate) const KIND: Kind = Kind {
    words: &[NEWS],
    rank: Rank::News,
    together: Together::Nothing,
    wait: Duration::from_secs(1),
    deliver: |kernel, post| Box::pin(async move { announce_next(&kernel, post).await }),
};

/// Returns the queue key of a match's news.
pub(crate) const fn key(id: MatchId) -> Key {
    Key::new(NEWS, About::a_match(id))
}

/// The tasks that wait for news of matches.
#[derive(Default)]
pub(crate) struct Announcements {
    /// Notifies tasks of more news in a match that they announce.
    more: Notify,
    /// By match: the task that posts the computer's answer to a turn that the task has posted.
    followers: Mutex<HashMap<MatchId, oneshot::Sender<Announcement>>>,
}

impl Announcements {
    /// Waits for later news whose post also covers `news`. Returns `None` if news cannot be loaded.
    pub(super) async fn answer_to(&self, kernel: &Arc<Kernel>, news: &News) -> Option<News> {
        let id = news.view.state.id();
        loop {
            let mut more = pin!(self.more.notified());
            // From here on no notification is missed, so it is safe to look.
            more.as_mut().enable();
            match next_news(kernel, id, news.seq).await {
                Ok(None) => {}
                Ok(Some(answer)) => return Some(answer),
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot load news");
                    return None;
                }
            }
            more.await;
        }
    }

    /// Returns the receiver of the computer's next answer in a match. Its holder posts that answer, unless something
    /// else happens first.
    pub(super) fn follow(&self, id: MatchId) -> oneshot::Receiver<Announcement> {
        let (sender, receiver) = oneshot::channel();
        lock(&self.followers).insert(id, sender);
        receiver
    }

    /// Notes that a caller is about to write news of a match and wants to post it in its answer. Otherwise the queue,
    /// while it posts earlier news, would post this news as well.
    pub(crate) fn want(&self, kernel: &Kernel, state: &Match) {
        kernel
            .delivery_queue
            .deliveries()
            .want(key(state.id()), state.seq());
    }

    /// Hands the news of a match to the queue. With `doubt`, it may already be announced.
    pub(super) fn hand_over(&self, kernel: &Kernel, id: MatchId, doubt: bool) {
        kernel
            .delivery_queue
            .hand_over(key(id), kernel.time.now(), doubt);
    }

    /// Stores that a caller has announced news. Returns false if the write failed.
    pub(super) async fn announced(
        &self,
        kernel: &Arc<Kernel>,
        news: &News,
        announced: Announced,
    ) -> bool {
        let id = news.view.state.id();
        if let Err(error) = note_announced(kernel, news, announced).await {
            tracing::error!(match_id = %id, %error, "cannot note what was announced");
            return false;
        }
        if !kernel.delivery_queue.release(key(id), kernel.time.now()) {
            self.pass_on(kernel, id).await;
        }
        true
    }

    /// Hands news to the task that follows the match, if it is a computer's answer, else to the queue. The caller must
    /// hold the right to announce.
    async fn pass_on(&self, kernel: &Arc<Kernel>, id: MatchId) {
        let follower = lock(&self.followers).remove(&id);
        if let Some(follower) = follower.filter(|follower| !follower.is_closed()) {
            match next_news(kernel, id, 0).await {
                Ok(Some(news)) if news.is_answering_turn() => {
                    let announcement = Announcement::new(Arc::clone(kernel), news);
                    // The follower has just ended.
                    if let Err(announcement) = follower.send(announcement) {
                        announcement.hand_over();
                    }
                    return;
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot load news");
                }
            }
        }
        self.hand_over(kernel, id, false);
    }
}

/// Reads the next news of a match, if its event comes after `after`.
async fn next_news(kernel: &Arc<Kernel>, id: MatchId, after: u32) -> Result<Option<News>, Error> {
    let match_posts = kernel.ledger.match_posts(id).await?;
    news_after(kernel, id, match_posts, after).await
}

/// Returns the next news of a match, if its event comes after `after`.
async fn news_after(
    kernel: &Arc<Kernel>,
    id: MatchId,
    mut match_posts: MatchPosts,
    after: u32,
) -> Result<Option<News>, Error> {
    let pending = match_posts.pending.take();
    let Some(pending) = pending.filter(|pending| pending.seq > after) else {
        return Ok(None);
    };
    let state = kernel.ledger.as_of(id, pending.seq).await?;
    let view = match_posts.view(state);
    Ok(Some(News {
        stakes: stakes(kernel, &view, &pending.event).await,
        answered: is_answered(kernel, &view.state, &pending.event).await,
        called: called(kernel, &view.state, &pending.event).await,
        view,
        seq: pending.seq,
        event: pending.event,
        nonce: kernel.nonce(NEWS, &[id.0, pending.seq.into()]),
    }))
}

/// Whether a planned reply answers an event at once, or has answered it. The player is not called then.
async fn is_answered(kernel: &Arc<Kernel>, state: &Match, event: &Event) -> bool {
    if !matches!(event.fact, Fact::Turn { .. }) || state.person_to_move().is_none() {
        return false;
    }
    if let Ok(latest) = kernel.ledger.load(state.id()).await
        && let Some(next) = latest.record().get(state.record().len())
    {
        return next.conditional;
    }
    match kernel.due(state).await {
        Ok(due) => due.is_some(),
        Err(error) => {
            tracing::error!(match_id = %state.id(), %error, "planned replies cannot be read");
            false
        }
    }
}

/// Returns the people whom the post about an event mentions because they vote on the next turn.
async fn called(kernel: &Arc<Kernel>, state: &Match, event: &Event) -> Vec<UserId> {
    let opens = matches!(
        event.fact,
        Fact::Turn { .. } | Fact::Accepted { .. } | Fact::Moderated { .. }
    );
    let voting = state.voting().filter(|voting| voting.opened == event.at);
    let opens = opens && voting.is_some();
    if !(opens || state.has_team() && state.ending().is_some()) {
        return Vec::new();
    }
    let called = kernel.called(state).await;
    called.unwrap_or_else(|error| {
        tracing::error!(match_id = %state.id(), %error, "the post of a vote calls no member");
        Vec::new()
    })
}

/// Returns the rating stakes of news: only for a new or accepted challenge and after the end.
async fn stakes(kernel: &Kernel, view: &View, event: &Event) -> Stakes {
    let begins = matches!(event.fact, Fact::Proposed(_) | Fact::Accepted { .. });
    if !begins && view.state.ending().is_none() {
        return Stakes::None;
    }
    let (state, at) = (Arc::clone(&view.state), event.at);
    let stakes = kernel.read(move |db| ratings::stakes(db, &state, at)).await;
    stakes.unwrap_or_else(|error| {
        tracing::error!(%error, "ratings cannot be read");
        Stakes::None
    })
}

/// Announces the next news of a match.
async fn announce_next(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let id = post.about.id;
    let Some(news) = next_news(kernel, id, 0).await? else {
        if kernel
            .read(move |db| pending_posts::is_pending(db, NEWS, post.about))
            .await?
        {
            let nothing = Announced::default();
            kernel
                .write(move |db| pending_posts::announced(db, id, nothing))
                .await?;
        }
        return Ok(Outcome::Done);
    };
    if kernel
        .delivery_queue
        .deliveries()
        .is_wanted(key(id), news.seq)
    {
        return Ok(Outcome::Wanted);
    }
    let places = places_of(&news.view);
    if !kernel.places.may_post(&places, key(id), kernel.time.now()) {
        return Ok(Outcome::Waits);
    }
    let trying = Trying {
        kernel,
        places: &places,
        decided: false,
    };
    match kernel.announcer.announce(&news, post.doubt).await {
        Ok(announced) => {
            trying.open().await;
            note_announced(kernel, &news, announced).await?;
            Ok(Outcome::More)
        }
        Err(NotAnnounced::Never { why, so_far }) => {
            tracing::warn!(match_id = %id, seq = news.seq, why, "cannot be announced");
            note_announced(kernel, &news, so_far).await?;
            Ok(Outcome::More)
        }
        Err(NotAnnounced::Later { why, so_far }) => {
            note_so_far(kernel, &news, so_far).await?;
            Ok(Outcome::Later {
                why,
                places: places.clone(),
            })
        }
        Err(NotAnnounced::Limited { after, so_far }) => {
            note_so_far(kernel, &news, so_far).await?;
            Ok(Outcome::Limited(after))
        }
        Err(NotAnnounced::Refused { shut, why, so_far }) => {
            trying.refused(&news.view, shut, &why).await;
            note_so_far(kernel, &news, so_far).await?;
            // The next attempt finds the place in back-off and waits for it.
            Ok(Outcome::Limited(Duration::ZERO))
        }
    }
}

/// Stores the finished part of news that must still be announced.
async fn note_so_far(kernel: &Arc<Kernel>, news: &News, so_far: Announced) -> Result {
    if so_far != Announced::default() {
        let (id, now) = (news.view.state.id(), kernel.time.now());
        // The previous event: this one must still be announced.
        kernel
            .store
            .announced(id, news.seq - 1, so_far, now)
            .await?;
        tell_of_thread(kernel, news, so_far).await;
        queue_lines(kernel, so_far, now);
    }
    Ok(())
}

/// Stores that news was announced. If that posted the card and the match has changed since, queues the card for an
/// update.
async fn note_announced(kernel: &Arc<Kernel>, news: &News, announced: Announced) -> Result {
    let state = &news.view.state;
    let now = kernel.time.now();
    let last = kernel
        .store
        .announced(state.id(), news.seq, announced, now)
        .await?;
    tell_of_thread(kernel, news, announced).await;
    if announced.card.is_some() && last > news.seq {
        kernel.cards.add(kernel, state, now);
    }
    if state.to_move().is_none() && news.view.places.thread.is_some() {
        kernel.cards.follow_last_post(kernel, state.id());
    }
    queue_lines(kernel, announced, now);
    Ok(())
}

/// Tells the reactors if the thread of a match has become known.
async fn tell_of_thread(kernel: &Arc<Kernel>, news: &News, announced: Announced) {
    if announced.thread.is_some() && announced.thread != news.view.places.thread {
        for reactor in &kernel.reactors {
            reactor.thread_opened(kernel, &news.view.state).await;
        }
    }
}

/// Hands the deletion of the line about a new thread to the queue.
fn queue_lines(kernel: &Kernel, announced: Announced, now: Moment) {
    if let Some(channel) = announced.line_in {
        let line = pending_posts::lines_in(channel, now);
        kernel.delivery_queue.add(THREAD_LINES, line, now);
    }
}

#[async_trait]
impl Reactor for Announcements {
    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, posts: &mut CallerPosts) {
        let state: &Match = &change.after;
        let id = state.id();
        if !change.events.iter().any(|event| state.is_news(&event.fact)) {
            return;
        }
        let pending = pending_posts::of_match(state, state.changed_at());
        if change.is_by_computer() {
            // The task that announces for the match may include this news.
            if kernel
                .delivery_queue
                .deliveries()
                .take_new(key(id), pending)
            {
                self.pass_on(kernel, id).await;
            } else {
                self.more.notify_waiters();
            }
            return;
        }
        // The turn that the follower has posted is no longer the latest news.
        lock(&self.followers).remove(&id);
        kernel.delivery_queue.until_posted(key(id)).await;
        if !kernel
            .delivery_queue
            .deliveries()
            .take_new(key(id), pending)
        {
            self.more.notify_waiters();
            return;
        }
        // The caller gets the first news of these events; the queue announces the later news.
        let before = change.before.as_ref().map_or(0, |before| before.seq());
        let news = async {
            let match_posts = kernel.ledger.match_posts(id).await?;
            posts.match_posts = Some(match_posts.clone());
            news_after(kernel, id, match_posts, before).await
        };
        match news.await {
            Ok(Some(news)) => {
                if news.seq < state.seq() {
                    // More news follows this one.
                    kernel.delivery_queue.deliveries().take(key(id), pending);
                }
                posts.news = Some(Announcement::new(Arc::clone(kernel), news));
            }
            Ok(None) => self.hand_over(kernel, id, false),
            Err(error) => {
                tracing::error!(match_id = %id, %error, "cannot load news");
                self.hand_over(kernel, id, false);
            }
        }
    }
}

/// An attempt at places that may be in back-off. Reports the result to them, even if dropped.
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
        let places = &self.kernel.places;
        places
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
