use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::alarms::{self, Alarms};
use super::clock::Clock;
use super::computer_player::ComputerPlayer;
use super::error::{Error, Fault};
use super::fair::WorkerPools;
use super::frozen::Frozen;
use super::last_seen::LastSeen;
use super::ledger::Ledger;
use super::parts::Parts;
use super::reactor::Reactor;
use super::rng::Rng;
use super::tasks::{Running, Tasks};
use super::time::Time;
use crate::db::Store;
use crate::kernel::delivery::active_threads::ActiveThreads;
use crate::kernel::delivery::announcements::{self, Announcements};
use crate::kernel::delivery::back_off::InBackOff;
use crate::kernel::delivery::cards::{self, Cards};
use crate::kernel::delivery::queue::Queue;
use crate::kernel::delivery::store::back_off;
use crate::kernel::delivery::thread_lines;
use crate::kernel::{Announcer, Kernel};
use crate::matches::Bounds;

/// The parts of an arbiter.
pub struct Setup {
    pub store: Store,
    pub announcer: Arc<dyn Announcer>,
    pub clock: Arc<dyn Clock>,
    pub rng: Rng,
    /// The computer opponents; `None` disables them.
    pub computer: Option<Arc<dyn ComputerPlayer>>,
    /// The threads for CPU-bound work, shared with the bot so that all work takes turns.
    pub workers: WorkerPools,
    pub settings: Settings,
}

/// The settings that an operator may change.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Minimum time between two updates of a match card, except at the beginning and end of the match.
    pub card_every: Duration,
    /// Maximum number of matches in the cache.
    pub cached_matches: usize,
    /// How long a turn can be taken back without asking, unless the opponent has looked at the match.
    pub takeback_grace: Duration,
    /// How long a clock must be stable after a jump before matches end on time by it.
    pub clock_settles: Duration,
    /// The limits of one person's matches.
    pub bounds: Bounds,
    /// Whether reminders may be private messages. Only the bot's first shard receives presses of their buttons, so a
    /// process without it reminds in threads only.
    pub private_messages: bool,
    /// Whether to trust the clock at startup, however long ago the last event was.
    pub trust_clock: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            card_every: Duration::from_secs(15),
            cached_matches: 512,
            takeback_grace: Duration::from_secs(60),
            clock_settles: Duration::from_mins(5),
            bounds: Bounds::default(),
            private_messages: true,
            trust_clock: false,
        }
    }
}

impl Kernel {
    /// Starts a kernel with the parts of the features.
    ///
    /// Each reactor resumes unfinished work. Tasks run until `shutdown` resolves.
    pub(crate) async fn start(
        setup: Setup,
        parts: Parts,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(Arc<Self>, Running), Fault> {
        let Setup {
            store,
            announcer,
            clock,
            rng,
            computer,
            workers,
            settings,
        } = setup;
        let latest = store.latest_event().await?;
        let time = Arc::new(Time::new(
            clock,
            settings.clock_settles,
            latest,
            settings.trust_clock,
        ));
        let (tasks, running) = Tasks::start(Arc::clone(&time), shutdown);
        let mut handlers = alarms::OF_MATCHES.to_vec();
        handlers.push(cards::ALARM);
        handlers.extend(parts.alarms);
        let alarms = Arc::new(Alarms::new(handlers));
        let mut kinds = vec![announcements::KIND, cards::KIND, thread_lines::KIND];
        kinds.extend(parts.posts);
        let delivery_queue = Arc::new(Queue::new(kinds));
        let ledger = Ledger::new(
            store.clone(),
            Arc::clone(&time),
            Arc::clone(&delivery_queue),
            settings.cached_matches,
        );
        store.delete_old_names(time.now()).await?;
        let places = Arc::new(InBackOff::new(
            store.read(back_off::places_in_back_off).await?,
        ));
        let database = store.tag().await?;
        let announcements = Arc::new(Announcements::default());
        let match_cards = Arc::new(Cards);
        // The order matters to people only: a change is announced before its consequences are carried out.
        let mut reactors: Vec<Arc<dyn Reactor>> = vec![
            // First, before any other post: what is pending may already be posted.
            Arc::clone(&delivery_queue) as Arc<dyn Reactor>,
            Arc::clone(&places) as Arc<dyn Reactor>,
            Arc::new(Frozen),
        ];
        // At startup, time off must be known before a clock runs out.
        reactors.extend(parts.first);
        reactors.extend([
            Arc::clone(&alarms) as Arc<dyn Reactor>,
            Arc::clone(&announcements) as Arc<dyn Reactor>,
            Arc::clone(&match_cards) as Arc<dyn Reactor>,
        ]);
        reactors.extend(parts.then);
        let kernel = Arc::new(Self {
            store,
            database,
            ledger,
            time,
            tasks,
            announcer,
            computer,
            rng,
            workers,
            settings,
            places,
            delivery_queue,
            announcements,
            cards: match_cards,
            active_threads: ActiveThreads::default(),
            alarms,
            last_seen: LastSeen::default(),
            reactors,
            states: parts.states,
        });
        for reactor in &kernel.reactors {
            reactor.start(&kernel).await.map_err(fault)?;
        }
        Ok((kernel, running))
    }
}

/// Converts an error at startup, when no person can be refused.
fn fault(error: Error) -> Fault {
    match error {
        Error::Fault(fault) => fault,
        other => Fault::Start(other.to_string()),
    }
}
