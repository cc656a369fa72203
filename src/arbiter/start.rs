use std::collections::HashMap;
use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use tokio::sync::Notify;

use super::acts::Acts;
use super::alarms::Alarms;
use super::announcer::Announcer;
use super::announcing::Announcing;
use super::cards::Cards;
use super::clock::Clock;
use super::computers::{ComputerPlayer, Computers};
use super::conditional::Conditional;
use super::error::{Error, Fault};
use super::frozen::Frozen;
use super::handle::{Arbiter, Parts};
use super::last_seen::LastSeen;
use super::ledger::Ledger;
use super::names::Newsroom;
use super::reactor::Reactor;
use super::resting::{RestingPlaces, Wake};
use super::tasks::{Running, Tasks};
use super::tellers::Tellers;
use super::time::Time;
use crate::matches::MatchId;
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
    /// Who thinks for the computers among the players; `None`: nobody can play against one.
    pub computer: Option<Arc<dyn ComputerPlayer>>,
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
    /// How long a clock that has jumped must stand before times run out by it.
    pub clock_settles: Duration,
    /// Whether the clock is right at the start, however long ago the last event was.
    pub trust_clock: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            card_every: Duration::from_secs(60),
            cached_matches: 512,
            takeback_grace: Duration::from_secs(60),
            clock_settles: Duration::from_mins(5),
            trust_clock: false,
        }
    }
}

/// How many matches are told of at once by the arbiter itself: after an outage there may be thousands.
const TOLD_AT_ONCE: usize = 16;

impl Arbiter {
    /// Starts an arbiter: each reactor does what the store says is still to be done, and the arbiter watches alarms until
    /// `shutdown` is ready.
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
            computer,
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
        let ledger = Arc::new(Ledger::new(
            store.clone(),
            Arc::clone(&time),
            settings.cached_matches,
        ));
        let tellers = Tellers::new(TOLD_AT_ONCE);
        store.forget_old_names(time.now()).await?;
        let places = Arc::new(RestingPlaces::new(
            store.clone(),
            Arc::clone(&time),
            Arc::clone(&tasks),
            store.resting_places().await?,
        ));
        let newsroom = Newsroom {
            store: store.clone(),
            database: store.tag().await?,
        };
        let cards = Arc::new(Cards {
            store: store.clone(),
            ledger: Arc::clone(&ledger),
            announcer: Arc::clone(&announcer),
            tasks: Arc::clone(&tasks),
            time: Arc::clone(&time),
            tellers: Arc::clone(&tellers),
            places: Arc::clone(&places),
            every: settings.card_every,
            waiting: Mutex::default(),
            sooner: Notify::new(),
        });
        let (old_cards, now) = (Arc::clone(&cards), Arc::clone(&time));
        let announcing = Arc::new(Announcing {
            store: store.clone(),
            ledger: Arc::clone(&ledger),
            announcer: Arc::clone(&announcer),
            tasks: Arc::clone(&tasks),
            time: Arc::clone(&time),
            tellers,
            places: Arc::clone(&places),
            newsroom,
            on_old_card: Box::new(move |id: MatchId| old_cards.touch(id, now.now(), false)),
            busy: Mutex::new(HashMap::new()),
            freed: Notify::new(),
            more: Notify::new(),
            followers: Mutex::default(),
        });
        // They hold the places in their turn: who goes away is not to be held by those.
        let (news, late_cards) = (Arc::downgrade(&announcing), Arc::downgrade(&cards));
        let now = Arc::clone(&time);
        places.watch(Wake {
            news: Box::new(move |id, doubt| {
                if let Some(news) = news.upgrade()
                    && news.take(id)
                {
                    news.announce_on(id, doubt);
                }
            }),
            card: Box::new(move |id| {
                if let Some(cards) = late_cards.upgrade() {
                    cards.touch(id, now.now(), false);
                }
            }),
        });
        let mut parts = None;
        let acts = Arc::new_cyclic(|acts: &Weak<Acts>| {
            let conditional = Arc::new(Conditional::new(
                store.clone(),
                Arc::clone(&ledger),
                Arc::clone(&tasks),
                acts.clone(),
            ));
            let computers = Arc::new(Computers::new(
                store.clone(),
                Arc::clone(&ledger),
                Arc::clone(&tasks),
                acts.clone(),
                Arc::clone(&time),
                computer,
            ));
            let exhibiting = Arc::downgrade(&computers);
            let alarms = Arc::new(Alarms::new(
                store.clone(),
                Arc::clone(&time),
                Arc::clone(&tasks),
                acts.clone(),
                Box::new(move |id| {
                    if let Some(computers) = exhibiting.upgrade() {
                        computers.exhibit(id);
                    }
                }),
            ));
            // The order matters to people only: what was done is told before what follows from it is done.
            let reactors: Vec<Arc<dyn Reactor>> = vec![
                alarms,
                announcing,
                cards,
                Arc::clone(&conditional) as Arc<dyn Reactor>,
                Arc::clone(&computers) as Arc<dyn Reactor>,
            ];
            parts = Some((conditional, computers));
            Acts {
                store: store.clone(),
                ledger: Arc::clone(&ledger),
                time: Arc::clone(&time),
                reactors,
            }
        });
        let Some((conditional, computers)) = parts else {
            return Err(Fault::Stopped);
        };
        let frozen = Arc::new(Frozen::new(
            store.clone(),
            Arc::clone(&ledger),
            Arc::clone(&tasks),
            announcer,
            Arc::downgrade(&acts),
        ));
        frozen.resume().await.map_err(fault)?;
        for reactor in &acts.reactors {
            Arc::clone(reactor).resume().await.map_err(fault)?;
        }
        let inner = Parts {
            store,
            ledger,
            acts,
            clock: time,
            rng,
            last_seen: LastSeen::default(),
            conditional,
            computers,
            takeback_grace: settings.takeback_grace,
            places,
        };
        Ok((
            Self {
                inner: Arc::new(inner),
                cause: None,
            },
            running,
        ))
    }
}

/// Nobody has asked for anything yet, so nobody is refused.
fn fault(error: Error) -> Fault {
    match error {
        Error::Fault(fault) => fault,
        other => Fault::Start(other.to_string()),
    }
}

/// Chance from the operating system.
#[must_use]
pub fn os_random() -> Rng {
    // Every `RandomState` has keys of its own, which come from the operating system: SipHash under an unknown key
    // cannot be guessed, and no dependency is needed for so little.
    Box::new(|| RandomState::new().hash_one(0_u8) as u32)
}
