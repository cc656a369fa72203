//! What is owed to Discord, and what sees to it: one task for all kinds, with one rule for order, waits and doubt.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::announcer::NotSent;
use super::slots::{Key, Slots};
use super::store::back_off::RefusingPlace;
use crate::db::alarms::About;
use crate::db::owed::{self, CARD, Owed};
use crate::kernel::fair::{Limits, Places};
use crate::kernel::lock::lock;
use crate::kernel::reactor::Reactor;
use crate::kernel::{BoxFuture, Error, Kernel};
use crate::people::Moment;

/// How many posts are under way at once, after an outage say, and how many of them for one person or server.
const AT_ONCE: usize = 16;
const OF_ONE: usize = 4;

/// The least wait for a limit, so that the queue does not spin.
const LEAST: Duration = Duration::from_millis(50);

/// How long a use case waits for earlier news of its match. A quick player acts on a post before Discord has answered the
/// request that posted it, which takes some moments; an outage takes longer than a player can wait.
const PATIENCE: Duration = Duration::from_millis(1500);

/// A kind of posts.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// How the table of what is owed calls them.
    pub(crate) words: &'static [&'static str],
    pub(crate) rank: Rank,
    /// The first wait after a failure.
    pub(crate) wait: Duration,
    pub(crate) deliver: Deliver,
}

/// Which posts come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Something that happened.
    News,
    /// A person is reminded of a turn: all that they are owed is one post.
    Reminder,
    /// What a server gets by the calendar.
    Calendar,
    /// A match's state on its card.
    Card,
}

/// Posts what is owed, and notes in the database that it is owed no more. It looks first whether that was done, where it
/// is in doubt.
pub(crate) type Deliver = fn(Arc<Kernel>, Post) -> BoxFuture<'static, Result<Outcome, Error>>;

/// Something to be posted or edited now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Post {
    pub(crate) about: About,
    /// Since when it is owed.
    pub(crate) since: Moment,
    /// Whether it may have been done: by a process that ended, or by a request without an answer.
    pub(crate) doubt: bool,
}

/// What came of an attempt.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It is owed no more.
    Done,
    /// It is done, and more of the same is owed.
    More,
    /// A limit does not allow it for some time, and nothing was sent.
    Limited(Duration),
    /// It may work later, and may have been done. It is retried soon if somebody uses the bot at one of these places.
    Later {
        why: String,
        places: Vec<RefusingPlace>,
    },
    /// It waits with a place that refuses it.
    Waits,
}

impl Outcome {
    /// What came of a message that was not sent; an error if it never will be.
    pub(crate) fn of(not_sent: NotSent, places: &[RefusingPlace]) -> Result<Self, NotSent> {
        match not_sent {
            NotSent::Limited(after) => Ok(Self::Limited(after)),
            NotSent::Later(why) => Ok(Self::Later {
                why,
                places: places.to_vec(),
            }),
            never @ (NotSent::Closed | NotSent::Never(_)) => Err(never),
        }
    }
}

/// What this process has to do about everything that is owed. That it is owed is in the database.
pub(crate) struct Queue {
    kinds: Vec<Kind>,
    slots: Mutex<Slots>,
    /// Something is due sooner than it was.
    sooner: Notify,
    /// Something is owed no more.
    freed: Notify,
    permits: Places<Rank, u64>,
}

impl Queue {
    pub(crate) fn new(kinds: Vec<Kind>) -> Self {
        // What waits here is owed, so it is not bounded.
        let limits = Limits {
            at_once: AT_ONCE,
            at_once_of_one: OF_ONE,
            waiting: usize::MAX,
            waiting_of_one: usize::MAX,
        };
        let ranks = [Rank::News, Rank::Reminder, Rank::Calendar, Rank::Card];
        Self {
            kinds,
            slots: Mutex::default(),
            sooner: Notify::new(),
            freed: Notify::new(),
            permits: Places::new(ranks.map(|rank| (rank, limits))),
        }
    }

    /// The words of all kinds.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().flat_map(|kind| kind.words).copied()
    }

    /// What tells something that is owed from all others; `None`: this version does not know its kind.
    fn key(&self, word: &str, about: About) -> Option<Key> {
        let kind = self.kinds.iter().find(|kind| kind.words.contains(&word))?;
        let about = match kind.rank {
            Rank::Reminder if about.user.0 != 0 => About::person(about.user),
            _ => about,
        };
        Some(Key::new(kind.words[0], about))
    }

    /// Something is owed, which the database knows, and is shown to from a moment on.
    pub(crate) fn add(&self, kind: &'static str, owed: Owed, due: Moment) {
        if let Some(key) = self.key(kind, owed.about) {
            lock(&self.slots).add(key, owed, due, false);
            self.sooner.notify_one();
        }
    }

    /// As [`add`](Self::add), in place of what was owed of the same.
    pub(crate) fn renew(&self, kind: &'static str, owed: Owed, due: Moment) {
        if let Some(key) = self.key(kind, owed.about) {
            lock(&self.slots).renew(key, owed.since);
        }
        self.add(kind, owed, due);
    }

    /// Takes the right to post something. If another task has it, that task posts once more.
    pub(super) fn take(&self, key: Key, owed: Owed) -> bool {
        lock(&self.slots).take(key, owed)
    }

    /// As [`take`](Self::take), if nothing of it was owed.
    pub(super) fn take_new(&self, key: Key, owed: Owed) -> bool {
        lock(&self.slots).take_new(key, owed)
    }

    /// Whether somebody sees to something just now.
    pub(super) fn is_taken(&self, key: Key) -> bool {
        lock(&self.slots).is_taken(key)
    }

    /// Gives the right back: it is done. False if it has to be done again at once; then the right stays.
    pub(super) fn release(&self, key: Key, now: Moment) -> bool {
        let released = lock(&self.slots).release(key, now);
        if released {
            self.sooner.notify_one();
            self.freed.notify_waiters();
        }
        released
    }

    /// Gives the right back though it is not done: the queue sees to it from a moment on. With `doubt` it may be done.
    pub(super) fn hand_over(&self, key: Key, due: Moment, doubt: bool) {
        lock(&self.slots).hand_over(key, due, doubt);
        self.sooner.notify_one();
    }

    /// Waits up to [`PATIENCE`] until nothing of this key is owed, so that the caller can post its own news.
    pub(super) async fn until_posted(&self, key: Key) {
        let posted = async {
            loop {
                let mut freed = pin!(self.freed.notified());
                // From here on nothing is missed, so it is safe to look.
                freed.as_mut().enable();
                if !lock(&self.slots).is_owed(key) {
                    return;
                }
                freed.await;
            }
        };
        // If it takes longer, the queue sees to it.
        let _ = tokio::time::timeout(PATIENCE, posted).await;
    }

    /// The place for which something waited may be tried again.
    pub(super) fn wake(&self, key: Key, now: Moment) {
        lock(&self.slots).wake(key, now);
        self.sooner.notify_one();
    }

    /// Somebody uses the bot at these places: what has failed there is tried soon.
    pub(crate) fn retry_soon(&self, places: &[RefusingPlace], now: Moment) {
        lock(&self.slots).retry_soon(places, now);
        self.sooner.notify_one();
    }

    /// Has what is owed seen to when it is due, until the arbiter is to end.
    async fn run(&self, kernel: &Arc<Kernel>) {
        loop {
            let (due, nearest, limit) = lock(&self.slots).take_due(kernel.time.now());
            for key in due {
                kernel.work(key.kind, key.about.id, move |kernel, tries| async move {
                    // After a panic nobody knows how far it came.
                    kernel.owed.see_to(&kernel, key, tries > 0).await;
                    Ok(())
                });
            }
            let next = async {
                match nearest {
                    Some(moment) => kernel.time.until(moment).await,
                    None => std::future::pending().await,
                }
            };
            let limit_ends = async {
                match limit {
                    Some(end) => tokio::time::sleep_until(end).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = kernel.tasks.stopped() => return,
                () = self.sooner.notified() => {}
                () = next => {}
                () = limit_ends => {}
            }
        }
    }

    /// Sees to something that was taken, until it is done or has to wait.
    async fn see_to(&self, kernel: &Arc<Kernel>, key: Key, doubt: bool) {
        let Some(kind) = self.kinds.iter().find(|kind| kind.words[0] == key.kind) else {
            return;
        };
        if doubt {
            lock(&self.slots).doubt(key);
        }
        loop {
            let Some((turn_of, since, doubt)) = lock(&self.slots).get(key) else {
                return;
            };
            // Nothing is refused here.
            let permit = self.permits.place_ranked(kind.rank, turn_of, since.0).await;
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
                () = kernel.tasks.farewell() => return,
            };
            drop(permit);
            let now = kernel.time.now();
            match outcome {
                Ok(Outcome::Done) if self.release(key, now) => return,
                Ok(Outcome::Done) => continue,
                Ok(Outcome::More) => {
                    lock(&self.slots).did_one(key);
                    continue;
                }
                Ok(Outcome::Waits) => lock(&self.slots).waits(key),
                // The match is frozen: there is nothing that could be shown.
                Err(Error::Refused(_)) => {
                    lock(&self.slots).give_up(key);
                    self.freed.notify_waiters();
                }
                Ok(Outcome::Limited(after)) => {
                    tracing::debug!(kind = key.kind, about = ?key.about, ?after, "a limit does not allow a post now");
                    lock(&self.slots).limited(key, after.max(LEAST), now);
                }
                Ok(Outcome::Later { why, places }) => {
                    tracing::warn!(kind = key.kind, about = ?key.about, why, "not posted yet");
                    lock(&self.slots).failed(key, kind.wait, places, now);
                }
                Err(error) => {
                    tracing::error!(kind = key.kind, about = ?key.about, %error, "cannot load or note a post");
                    lock(&self.slots).failed(key, kind.wait, Vec::new(), now);
                }
            }
            self.sooner.notify_one();
            return;
        }
    }
}

impl Reactor for Queue {
    /// Takes over what is owed, in doubt, and sees to it until the arbiter is to end.
    fn start<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let now = kernel.time.now();
            let mut unknown: HashMap<String, u32> = HashMap::new();
            for (word, owed) in kernel.read(owed::all).await? {
                let Some(key) = self.key(&word, owed.about) else {
                    *unknown.entry(word).or_default() += 1;
                    continue;
                };
                let every = kernel.settings.card_every;
                let due = match key.kind == CARD {
                    true => owed.since.min(now).after(every),
                    false => now,
                };
                lock(&self.slots).add(key, owed, due, true);
            }
            for (kind, count) in unknown {
                tracing::warn!(
                    kind,
                    count,
                    "setting aside posts of an unknown kind: a later version owes them"
                );
            }
            kernel.supervise("posting what is owed", |kernel| async move {
                kernel.owed.run(&kernel).await;
            });
            Ok(())
        })
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
            held.push(queue.permits.place_ranked(Rank::News, by, 0).await);
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
                let _permit = queue.permits.place_ranked(rank, by, 0).await;
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
