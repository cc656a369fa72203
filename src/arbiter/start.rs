use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};

use super::announcing::Announcing;
use super::cache::Cache;
use super::cards::Cards;
use super::deadlines::Deadlines;
use super::last_seen::LastSeen;
use super::resting::Resting;
use super::tellers::Tellers;
use super::{Announcer, Arbiter, Clock, Fault};
use crate::store::Store;

/// Gives chance: each call another number, for seeds and seats.
pub type Rng = Box<dyn Fn() -> u32 + Send + Sync>;

/// What an arbiter is made of.
pub struct Setup {
    /// Where matches are kept.
    pub store: Store,
    /// Who tells the outside.
    pub announcer: Arc<dyn Announcer>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub rng: Rng,
    /// The rest.
    pub settings: Settings,
}

/// What an operator may choose.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The least time between two updates of a match card, but for those at the beginning and the end of a match.
    pub card_every: Duration,
    /// How many matches are kept in memory.
    pub cached_matches: usize,
    /// How long a turn may be taken back without asking, as long as the other player has not looked at the match.
    pub takeback_grace: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            card_every: Duration::from_secs(60),
            cached_matches: 512,
            takeback_grace: Duration::from_secs(60),
        }
    }
}

/// The tasks of an arbiter.
pub struct Running {
    alive: mpsc::Receiver<()>,
}

/// How many matches are told of at once by the arbiter itself: after an outage there may be thousands.
const TOLD_AT_ONCE: usize = 16;

pub(super) struct Inner {
    pub(super) store: Store,
    pub(super) announcer: Arc<dyn Announcer>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) rng: Rng,
    pub(super) settings: Settings,
    pub(super) cache: Mutex<Cache>,
    pub(super) announcing: Announcing,
    pub(super) cards: Cards,
    pub(super) deadlines: Deadlines,
    pub(super) last_seen: LastSeen,
    pub(super) tellers: Arc<Tellers>,
    pub(super) resting: Resting,
    /// What tells the database from all others.
    pub(super) database: String,
    stop: watch::Receiver<bool>,
    /// Held by every task; gone once the arbiter is to end.
    alive: Mutex<Option<mpsc::Sender<()>>>,
    runtime: Handle,
}

impl Arbiter {
    /// Starts an arbiter: tells what was not told before, and watches deadlines until `shutdown` is ready.
    ///
    /// After that it still answers, and what it does is told when it is started again.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn start(
        setup: Setup,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(Self, Running), Fault> {
        let Setup {
            store,
            announcer,
            clock,
            rng,
            settings,
        } = setup;
        let pending = store.pending().await?;
        let stale = store.stale_cards().await?;
        let resting = Resting::new(store.resting_places().await?);
        let database = store.tag().await?;
        store.forget_old_names(clock.now()).await?;
        let (stopping, stop) = watch::channel(false);
        let (sender, alive) = mpsc::channel(1);
        let inner = Arc::new(Inner {
            store,
            announcer,
            last_seen: LastSeen::default(),
            clock,
            rng,
            cache: Mutex::new(Cache::new(settings.cached_matches)),
            settings,
            announcing: Announcing::default(),
            cards: Cards::default(),
            deadlines: Deadlines::default(),
            tellers: Tellers::new(TOLD_AT_ONCE),
            resting,
            database,
            stop,
            alive: Mutex::new(Some(sender)),
            runtime: Handle::current(),
        });
        for id in pending {
            if inner.announcing.take(id) {
                inner.announce_on(id, true);
            }
        }
        for (id, shown_at) in stale {
            inner
                .cards
                .touch(id, shown_at.after(inner.settings.card_every), false);
        }
        let watching = Arc::clone(&inner);
        inner.spawn(async move {
            watching.answer_all().await;
            watching.watch_deadlines().await;
        });
        inner.spawn(Arc::clone(&inner).keep_cards());
        inner.spawn(Arc::clone(&inner).watch_resting());
        let ending = Arc::downgrade(&inner);
        tokio::spawn(async move {
            shutdown.await;
            if let Some(inner) = ending.upgrade() {
                lock(&inner.alive).take();
            }
            stopping.send_replace(true);
        });
        Ok((Self { inner, cause: None }, Running { alive }))
    }
}

impl Running {
    /// Waits until all tasks have ended, which they do some moments after the shutdown: nothing is told any more.
    pub async fn finished(mut self) {
        // Nobody ever sends: this is ready when the last task has let go.
        self.alive.recv().await;
    }
}

impl Inner {
    /// Starts a task, unless the arbiter is to end.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> bool {
        let Some(alive) = lock(&self.alive).clone() else {
            return false;
        };
        self.runtime.spawn(async move {
            task.await;
            drop(alive);
        });
        true
    }

    /// Is ready once the arbiter is to end.
    pub(super) async fn stopped(&self) {
        // An error means that the one who stops us is gone, which ends everything too.
        let _ = self.stop.clone().wait_for(|stop| *stop).await;
    }

    /// Whether the arbiter is to end.
    pub(super) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Waits for a time to pass; false if the arbiter is to end first.
    pub(super) async fn wait(&self, time: Duration) -> bool {
        let until = self.clock.now().after(time);
        tokio::select! {
            () = self.stopped() => false,
            () = self.clock.wait_until(until) => true,
        }
    }
}

/// Nothing here panics while it holds a lock, and what is behind one is whole at any time.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Chance from the operating system.
#[must_use]
pub fn os_random() -> Rng {
    // Every `RandomState` has keys of its own, which come from the operating system: SipHash under an unknown key
    // cannot be guessed, and no dependency is needed for so little.
    Box::new(|| RandomState::new().hash_one(0_u8) as u32)
}
