//! The base of all features: trusted time, tasks, the current matches, and the work after a commit.
//!
//! A use case loads the match, decides and appends to the database. Then the *reactors* run: each does one thing
//! (announces the change, updates the card, ends the match on time, moves for a computer) and does not know the others.
//! Pending work follows from the database, so a crash loses nothing. The outside is an [`Announcer`], the time a
//! [`Clock`], chance an [`Rng`], so a whole match can be played without a network.

pub(crate) mod acts;
pub(crate) mod alarms;
pub(crate) mod cache;
pub(crate) mod clock;
pub(crate) mod computer_player;
pub(crate) mod contests;
pub(crate) mod delivery;
pub(crate) mod error;
pub mod fair;
pub(crate) mod frozen;
pub(crate) mod handle;
pub(crate) mod last_seen;
pub(crate) mod ledger;
pub(crate) mod lock;
pub(crate) mod outcome;
pub(crate) mod parts;
pub(crate) mod reactor;
pub(crate) mod rng;
pub(crate) mod start;
pub(crate) mod tasks;
pub(crate) mod time;
pub(crate) mod use_cases;

pub use clock::{Clock, ClockReading, ManualClock, SystemClock};
pub use computer_player::ComputerPlayer;
pub use contests::{NotAdmitted, NotCreated};
pub use delivery::announcer::{Announcer, Membership, News, NotAnnounced, Shut, View};
pub use delivery::nonce::Nonce;
pub use delivery::notices::{ClosedCall, EditRank, InPlace, Message, NotSent, Notice, Notices};
pub use delivery::rights::{Announcement, CardUpdate, Following, Update};
pub use delivery::store::back_off::{BackOff, RefusingPlace};
pub use delivery::store::match_posts::MatchPosts;
pub use error::{Error, Fault, Result};
pub use handle::Arbiter;
pub use rng::{Rng, os_random};
pub use start::{Settings, Setup};
pub use tasks::Running;
pub use use_cases::Answer;

use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::db::{Connection, Store, StoreError};
use delivery::active_threads::ActiveThreads;
use delivery::announcements::Announcements;
use delivery::back_off::InBackOff;
use delivery::cards::Cards;
use delivery::queue::Queue;

/// A boxed future, as function pointers return it.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The shared parts of a running bot. Services and reactors get the kernel with each call and keep only their own
/// state.
///
/// No part of the kernel holds the kernel. Tasks hold it until shutdown; after that, dropping the last handle closes
/// the database.
pub(crate) struct Kernel {
    pub(crate) store: Store,
    /// The tag of the database, which no other database has.
    pub(crate) database: String,
    pub(crate) ledger: ledger::Ledger,
    pub(crate) time: Arc<time::Time>,
    pub(crate) tasks: Arc<tasks::Tasks>,
    pub(crate) announcer: Arc<dyn Announcer>,
    /// The program that thinks for computer players, if there is one.
    pub(crate) computer: Option<Arc<dyn ComputerPlayer>>,
    pub(crate) rng: Rng,
    /// The threads for CPU-bound work.
    pub(crate) workers: fair::WorkerPools,
    pub(crate) settings: Settings,
    pub(crate) places: Arc<InBackOff>,
    /// The queue of pending posts.
    pub(crate) delivery_queue: Arc<Queue>,
    pub(crate) announcements: Arc<Announcements>,
    pub(crate) cards: Arc<Cards>,
    pub(crate) active_threads: ActiveThreads,
    pub(crate) alarms: Arc<alarms::Alarms>,
    last_seen: last_seen::LastSeen,
    /// All reactors, in the order in which they run after a commit.
    reactors: Vec<Arc<dyn reactor::Reactor>>,
    states: parts::States,
}

impl Kernel {
    /// Reads from one snapshot of the database.
    pub(crate) async fn read<T, F>(&self, query: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.store.read(query).await
    }

    /// Writes atomically: everything, or nothing on an error.
    pub(crate) async fn write<T, F>(&self, change: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.store.write(change).await
    }

    /// Returns the nonce of the post of this kind that these numbers identify.
    pub(crate) fn nonce(&self, kind: &str, numbers: &[u64]) -> Nonce {
        Nonce::new(&self.database, kind, numbers)
    }

    /// Returns the state that a feature keeps in memory, by its type.
    pub(crate) fn part<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        self.states.get()
    }
}
