//! The queue of pending posts: one task for all kinds, with the same rules for order, retries and doubt.

use std::collections::HashMap;
use std::fmt::Debug;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::OptionFuture;
use tokio::sync::Notify;

use super::deliveries::{Deliveries, Key};
use super::notices::NotSent;
use super::store::back_off::RefusingPlace;
use crate::db::alarms::About;
use crate::db::pending_posts::{self, CARD, PendingPost};
use crate::kernel::fair::{FairSemaphore, Limits};
use crate::kernel::lock::lock;
use crate::kernel::reactor::Reactor;
use crate::kernel::{BoxFuture, Kernel, Result};
use crate::matches::MatchId;
use crate::people::Moment;

/// Maximum number of posts under way at once, in total and for one person or server.
const AT_ONCE: usize = 16;
const OF_ONE: usize = 4;

/// Minimum wait for a limit, so that the queue does not spin.
const LEAST: Duration = Duration::from_millis(50);

/// How long a use case waits for earlier news of its match. A quick player acts on a post before Discord has answered
/// the request that posted it, which takes some moments; an outage takes longer than a player can wait.
const PATIENCE: Duration = Duration::from_millis(1500);

/// A kind of posts.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// Names of the kind in the table `owed`. The first one is used in keys.
    pub(crate) words: &'static [&'static str],
    pub(crate) rank: Rank,
    pub(crate) together: Together,
    /// The first wait after a failure.
    pub(crate) wait: Duration,
    pub(crate) deliver: Deliver,
}

/// Which pending posts of a kind are delivered together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Together {
    /// None: each is delivered for itself.
    Nothing,
    /// All of a person.
    OfPerson,
    /// All of a place, also if they are for several people.
    OfPlace,
}

/// The priority of posts, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// An event, or a notice to players.
    News,
    /// A reminder of turns.
    Reminder,
    /// A scheduled post in a server.
    Calendar,
    /// An update of a match card.
    Card,
}

/// A function that delivers a pending post and then deletes it from the database. In doubt, it first looks for an
/// earlier post.
pub(crate) type Deliver = fn(Arc<Kernel>, Post) -> BoxFuture<'static, Result<Outcome>>;

/// A message to post or edit now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Post {
    pub(crate) about: About,
    /// Since when the post is pending.
    pub(crate) since: Moment,
    /// Whether the post may already exist: by a process that ended, or by a request without a response.
    pub(crate) doubt: bool,
}

/// The result of an attempt.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The post is done.
    Done,
    /// The post is done, and more posts with its key are pending.
    More,
    /// A caller wants to make the post; nothing was sent.
    Wanted,
    /// A limit forbids the post for this time; nothing was sent.
    Limited(Duration),
    /// A retry may succeed, and the post may exist. The queue retries soon if the bot is used at one of `places`.
    Later {
        why: String,
        places: Vec<RefusingPlace>,
    },
    /// The post waits until it is woken: for a place that refuses it, or for an earlier post.
    Waits,
    /// Discord refuses the post. It stays pending until something enqueues it again, or until the next start.
    GivenUp,
}

impl Outcome {
    /// Returns the result of a request; `None`, with a warning, if Discord refuses it for good.
    ///
    /// If a retry may succeed, the error is the outcome for the queue.
    pub(crate) fn unless_later<T>(
        sent: Result<T, NotSent>,
        places: &[RefusingPlace],
        (what, id): (&str, impl Debug),
    ) -> Result<Option<T>, Self> {
        match sent {
            Ok(sent) => Ok(Some(sent)),
            Err(NotSent::Limited(after)) => Err(Self::Limited(after)),
            Err(NotSent::Later(why)) => Err(Self::Later {
                why,
                places: places.to_vec(),
            }),
            Err(never @ (NotSent::Closed | NotSent::Never(_))) => {
                tracing::warn!(what, ?id, why = %never, "Discord refuses a request for good");
                Ok(None)
            }
        }
    }
}

/// The pending posts and their state in this process. The database stores which are pending.
pub(crate) struct Queue {
    kinds: Vec<Kind>,
    deliveries: Mutex<Deliveries>,
    /// Wakes the task when a post is due sooner.
    sooner: Notify,
    /// Wakes callers when a post is no longer pending.
    freed: Notify,
    permits: FairSemaphore<Rank, u64>,
}

impl Queue {
    pub(crate) fn new(kinds: Vec<Kind>) -> Self {
        // Pending posts are never refused, so the queue is unbounded.
        let limits = Limits {
            at_once: AT_ONCE,
            at_once_of_one: OF_ONE,
            waiting: usize::MAX,
            waiting_of_one: usize::MAX,
        };
        let ranks = [Rank::News, Rank::Reminder, Rank::Calendar, Rank::Card];
        Self {
            kinds,
            deliveries: Mutex::default(),
            sooner: Notify::new(),
            freed: Notify::new(),
            permits: FairSemaphore::new(ranks.map(|rank| (rank, limits))),
        }
    }

    /// Returns the words of all kinds.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().flat_map(|kind| kind.words).copied()
    }

    /// Returns the key of a pending post; `None` if this version does not know its kind.
    fn key(&self, word: &str, about: About) -> Option<Key> {
        let kind = self.kinds.iter().find(|kind| kind.words.contains(&word))?;
        let about = match kind.together {
            Together::Nothing => about,
            Together::OfPerson => About::person(about.user),
            Together::OfPlace => About {
                place: about.place,
                ..About::a_match(MatchId(0))
            },
        };
        Some(Key::new(kind.words[0], about))
    }

    /// Adds a post that the database stores as pending and that is due at `due`.
    pub(crate) fn add(&self, kind: &'static str, pending: PendingPost, due: Moment) {
        if let Some(key) = self.key(kind, pending.about) {
            self.deliveries().add(key, pending, due, false);
            self.sooner.notify_one();
        }
    }

    /// Like [`add`](Self::add), but also replaces the moment since which the post is pending.
    pub(crate) fn renew(&self, kind: &'static str, pending: PendingPost, due: Moment) {
        if let Some(key) = self.key(kind, pending.about) {
            self.deliveries().renew(key, pending.since);
        }
        self.add(kind, pending, due);
    }

    /// Returns the state of all posts.
    pub(super) fn deliveries(&self) -> MutexGuard<'_, Deliveries> {
        lock(&self.deliveries)
    }

    /// Releases the right after the post. Returns false and keeps the right if the post is due again at once.
    pub(super) fn release(&self, key: Key, now: Moment) -> bool {
        let released = self.deliveries().release(key, now);
        if released {
            self.sooner.notify_one();
            self.freed.notify_waiters();
        }
        released
    }

    /// Releases the right without the post, which the queue sends at `due`. With `doubt`, it may already exist.
    pub(super) fn hand_over(&self, key: Key, due: Moment, doubt: bool) {
        self.deliveries().hand_over(key, due, doubt);
        self.sooner.notify_one();
    }

    /// Waits up to [`PATIENCE`] until earlier posts with this key are done, so that the caller can post its news.
    pub(crate) async fn until_posted(&self, key: Key) {
        let posted = async {
            loop {
                let mut freed = pin!(self.freed.notified());
                // From here on no notification is missed, so it is safe to look.
                freed.as_mut().enable();
                if self.deliveries().is_free(key) {
                    return;
                }
                freed.await;
            }
        };
        // After a timeout, the queue posts the caller's news.
        let _ = tokio::time::timeout(PATIENCE, posted).await;
    }

    /// Makes a waiting post due: what it waits for may be over.
    pub(super) fn wake(&self, key: Key, now: Moment) {
        self.deliveries().wake(key, now);
        self.sooner.notify_one();
    }

    /// Retries failed posts soon at places where the bot is used.
    pub(crate) fn retry_soon(&self, places: &[RefusingPlace], now: Moment) {
        self.deliveries().retry_soon(places, now);
        self.sooner.notify_one();
    }

    /// Starts a task for each due post, until shutdown.
    async fn run(&self, kernel: &Arc<Kernel>) {
        loop {
            let (due, nearest, limit) = self.deliveries().take_due(kernel.time.now());
            for key in due {
                kernel.work(key.kind, key.about.id, move |kernel, tries| async move {
                    // After a panic, the post may exist.
                    kernel.delivery_queue.deliver(&kernel, key, tries > 0).await;
                    Ok(())
                });
            }
            let next = nearest.map(|nearest| kernel.time.until(nearest));
            let limit_ends = limit.map(tokio::time::sleep_until);
            tokio::select! {
                () = kernel.tasks.stopped() => return,
                () = self.sooner.notified() => {}
                Some(()) = OptionFuture::from(next) => {}
                Some(()) = OptionFuture::from(limit_ends) => {}
            }
        }
    }

    /// Delivers a taken post until it is done or has to wait.
    async fn deliver(&self, kernel: &Arc<Kernel>, key: Key, doubt: bool) {
        let Some(kind) = self.kinds.iter().find(|kind| kind.words[0] == key.kind) else {
            return;
        };
        if doubt {
            self.deliveries().doubt(key);
        }
        loop {
            let Some((fairness_key, since, doubt)) = self.deliveries().get(key) else {
                return;
            };
            // The queue is unbounded, so it refuses nothing.
            let permit = self
                .permits
                .acquire_ranked(kind.rank, fairness_key, since.0)
                .await;
            if kernel.tasks.is_stopping() {
                return;
            }
            let post = Post {
                about: key.about,
                since,
                doubt,
            };
            let outcome = tokio::select! {
                outcome = (kind.deliver)(Arc::clone(kernel), post) => outcome,
                () = kernel.tasks.shutdown_deadline() => return,
            };
            drop(permit);
            let outcome = match outcome {
                // Nothing can be shown of a frozen match.
                Err(error) if error.refusal().is_some() => Ok(Outcome::GivenUp),
                outcome => outcome,
            };
            let now = kernel.time.now();
            match outcome {
                Ok(Outcome::Done) if self.release(key, now) => return,
                Ok(Outcome::Done) => continue,
                Ok(Outcome::More) => {
                    self.deliveries().did_one(key);
                    continue;
                }
                Ok(Outcome::Wanted) => {
                    self.deliveries().offer(key, now);
                    self.freed.notify_waiters();
                }
                Ok(Outcome::Waits) => self.deliveries().waits(key),
                Ok(Outcome::GivenUp) => {
                    self.deliveries().give_up(key);
                    self.freed.notify_waiters();
                }
                Ok(Outcome::Limited(after)) => {
                    tracing::debug!(kind = key.kind, about = ?key.about, ?after, "a limit does not allow a post now");
                    self.deliveries().limited(key, after.max(LEAST), now);
                }
                Ok(Outcome::Later { why, places }) => {
                    tracing::warn!(kind = key.kind, about = ?key.about, why, "not posted yet");
                    self.deliveries().failed(key, kind.wait, places, now);
                }
                Err(error) => {
                    tracing::error!(kind = key.kind, about = ?key.about, %error, "cannot load or note a post");
                    self.deliveries().failed(key, kind.wait, Vec::new(), now);
                }
            }
            self.sooner.notify_one();
            return;
        }
    }
}

#[async_trait]
impl Reactor for Queue {
    /// Loads all pending posts, in doubt, and starts the task that delivers them.
    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        let now = kernel.time.now();
        let mut unknown: HashMap<String, u32> = HashMap::new();
        for (word, pending) in kernel.read(pending_posts::all).await? {
            let Some(key) = self.key(&word, pending.about) else {
                *unknown.entry(word).or_default() += 1;
                continue;
            };
            let every = kernel.settings.card_every;
            let due = match key.kind == CARD {
                true => pending.since.min(now).after(every),
                false => now,
            };
            self.deliveries().add(key, pending, due, true);
        }
        for (kind, count) in unknown {
            tracing::warn!(
                kind,
                count,
                "setting aside posts of an unknown kind: a later version owes them"
            );
        }
        kernel.supervise("posting what is owed", |kernel| async move {
            kernel.delivery_queue.run(&kernel).await;
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn news_come_before_cards_and_nobody_has_all_permits() {
        let queue = Arc::new(Queue::new(Vec::new()));
        let (busy, order) = (1, Arc::new(Mutex::new(Vec::new())));
        let mut held = Vec::new();
        for by in std::iter::repeat_n(busy, OF_ONE).chain(100..) {
            if held.len() == AT_ONCE {
                break;
            }
            held.push(queue.permits.acquire_ranked(Rank::News, by, 0).await);
        }
        let mut tasks = Vec::new();
        let waiting = [
            (Rank::Card, 3),
            (Rank::Calendar, 6),
            (Rank::News, busy),
            (Rank::Reminder, 4),
            (Rank::News, 5),
        ];
        for (rank, by) in waiting {
            let (queue, order) = (Arc::clone(&queue), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _permit = queue.permits.acquire_ranked(rank, by, 0).await;
                lock(&order).push((rank, by));
            }));
        }
        while queue.permits.sizes().1 < tasks.len() {
            tokio::task::yield_now().await;
        }
        drop(held.pop());
        let waits = tasks.remove(2);
        for task in tasks {
            task.await.expect("a turn");
        }
        let others = [
            (Rank::News, 5),
            (Rank::Reminder, 4),
            (Rank::Calendar, 6),
            (Rank::Card, 3),
        ];
        assert_eq!(*lock(&order), others);
        drop(held);
        waits.await.expect("a turn");
    }
}
