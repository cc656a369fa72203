use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use tokio::sync::Notify;

use super::acts::Acts;
use super::alarms::{Alarms, Calendar};
use super::clock::Clock;
use super::error::{Error, Fault};
use super::fair::Workshop;
use super::frozen::Frozen;
use super::handle::{Arbiter, Parts};
use super::last_seen::LastSeen;
use super::ledger::Ledger;
use super::reactor::Reactor;
use super::rng::Rng;
use super::tasks::{Running, Tasks};
use super::time::Time;
use crate::db::Store;
use crate::features::away::service::absences::Absences;
use crate::features::calendar::service::daily::Daily;
use crate::features::calendar::service::weekly::Weekly;
use crate::features::computers::service::analysis_queue::Analyses;
use crate::features::computers::service::players::{ComputerPlayer, Computers};
use crate::features::conditional::service::due::Conditional;
use crate::features::privacy::service::forgetting::Forgetting;
use crate::features::reminders::service::due::Reminding;
use crate::kernel::Announcer;
use crate::kernel::delivery::announcing::Announcing;
use crate::kernel::delivery::cards::Cards;
use crate::kernel::delivery::newsroom::Newsroom;
use crate::kernel::delivery::permits::Permits;
use crate::kernel::delivery::refusing_places::{RestingPlaces, Wake};
use crate::kernel::delivery::retries::Retries;
use crate::matches::{Bounds, MatchId};

/// What an arbiter is made of.
pub struct Setup {
    /// Where matches are kept.
    pub store: Store,
    /// Who announces to the outside.
    pub announcer: Arc<dyn Announcer>,
    pub clock: Arc<dyn Clock>,
    pub rng: Rng,
    /// Who thinks for the computers among the players; `None`: nobody can play against one.
    pub computer: Option<Arc<dyn ComputerPlayer>>,
    /// The threads for work that keeps a core busy: those of the bot, so that all of it takes turns.
    pub workshop: Workshop,
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
    /// How much one person may have going on.
    pub bounds: Bounds,
    /// Whether people are reminded by private messages, if they want that. Their buttons are heard by the bot's first shard: a
    /// process that does not have it reminds in threads only.
    pub private_messages: bool,
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
            bounds: Bounds::default(),
            private_messages: true,
            trust_clock: false,
        }
    }
}

/// For how many matches the arbiter itself announces news at once: after an outage there may be thousands.
const ANNOUNCED_AT_ONCE: usize = 16;

impl Arbiter {
    /// Starts an arbiter: each reactor does what the store says is still to be done, and the arbiter watches alarms until
    /// `shutdown` is ready.
    ///
    /// After that it still answers, and what it does is told when it is started again.
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
            workshop,
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
        let permits = Permits::new(ANNOUNCED_AT_ONCE);
        store.forget_old_names(time.now()).await?;
        let places = Arc::new(RestingPlaces::new(
            store.clone(),
            Arc::clone(&time),
            Arc::clone(&tasks),
            store.resting_places().await?,
        ));
        let retries = Arc::new(Retries::new(Arc::clone(&tasks)));
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
            permits: Arc::clone(&permits),
            places: Arc::clone(&places),
            every: settings.card_every,
            waiting: Mutex::default(),
            sooner: Notify::new(),
            // What is old already is found at once.
            aging: AtomicI64::new(i64::MIN),
        });
        let (old_cards, now) = (Arc::clone(&cards), Arc::clone(&time));
        let announcing = Arc::new(Announcing {
            store: store.clone(),
            ledger: Arc::clone(&ledger),
            announcer: Arc::clone(&announcer),
            tasks: Arc::clone(&tasks),
            time: Arc::clone(&time),
            permits: Arc::clone(&permits),
            places: Arc::clone(&places),
            retries: Arc::clone(&retries),
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
        let weekly = Arc::new(Weekly {
            store: store.clone(),
            ledger: Arc::clone(&ledger),
            announcer: Arc::clone(&announcer),
            tasks: Arc::clone(&tasks),
            time: Arc::clone(&time),
        });
        let daily = Arc::new(Daily {
            store: store.clone(),
            announcer: Arc::clone(&announcer),
            tasks: Arc::clone(&tasks),
            time: Arc::clone(&time),
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
            let reminding = Arc::new(Reminding {
                store: store.clone(),
                time: Arc::clone(&time),
                tasks: Arc::clone(&tasks),
                permits: Arc::clone(&permits),
                places: Arc::clone(&places),
                announcer: Arc::clone(&announcer),
                acts: acts.clone(),
                private_messages: settings.private_messages,
            });
            let alarms = Arc::new(Alarms::new(
                store.clone(),
                Arc::clone(&time),
                Arc::clone(&tasks),
                acts.clone(),
                reminding,
                Calendar {
                    weekly: Arc::clone(&weekly),
                    daily: Arc::clone(&daily),
                },
                Box::new(move |id| {
                    if let Some(computers) = exhibiting.upgrade() {
                        computers.exhibit(id);
                    }
                }),
            ));
            // The order matters to people only: what was done is announced before what follows from it is done.
            let absences = Absences {
                store: store.clone(),
                tasks: Arc::clone(&tasks),
                acts: acts.clone(),
            };
            let forgetting = Arc::new(Forgetting {
                store: store.clone(),
                tasks: Arc::clone(&tasks),
                time: Arc::clone(&time),
                acts: acts.clone(),
                announcer: Arc::clone(&announcer),
                deleted: Notify::new(),
                scrubbed: Mutex::default(),
            });
            let reactors: Vec<Arc<dyn Reactor>> = vec![
                // At the start no clock runs out before it is known who is away.
                Arc::new(absences),
                Arc::clone(&alarms) as Arc<dyn Reactor>,
                announcing,
                cards,
                Arc::clone(&conditional) as Arc<dyn Reactor>,
                Arc::clone(&computers) as Arc<dyn Reactor>,
                Arc::clone(&forgetting) as Arc<dyn Reactor>,
            ];
            parts = Some((conditional, computers, alarms, forgetting));
            Acts {
                store: store.clone(),
                ledger: Arc::clone(&ledger),
                time: Arc::clone(&time),
                bounds: settings.bounds,
                reactors,
            }
        });
        let Some((conditional, computers, alarms, forgetting)) = parts else {
            return Err(Fault::Stopped);
        };
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
            abandon: {
                let (acts, tasks) = (Arc::downgrade(&acts), Arc::clone(&tasks));
                let resting = Arc::downgrade(&places);
                Box::new(move |guild| {
                    let (acts, resting) = (acts.clone(), resting.clone());
                    let what = "ending what goes on in a server that has removed the bot";
                    tasks.work(what, MatchId(0), move |_| {
                        let (acts, resting) = (acts.upgrade(), resting.upgrade());
                        async move {
                            match (acts, resting) {
                                (Some(acts), Some(resting)) => resting.abandon(&acts, guild).await,
                                _ => Ok(()),
                            }
                        }
                    });
                })
            },
        });
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
        daily.resume().await?;
        let analyses = Arc::new(Analyses {
            store: store.clone(),
            ledger: Arc::clone(&ledger),
            tasks,
            computers: Arc::clone(&computers),
            workshop: workshop.clone(),
            under_way: Mutex::default(),
        });
        let inner = Parts {
            store,
            ledger,
            acts,
            clock: time,
            rng,
            last_seen: LastSeen::default(),
            conditional,
            computers,
            analyses,
            workshop,
            takeback_grace: settings.takeback_grace,
            private_messages: settings.private_messages,
            places,
            retries,
            alarms,
            forgetting,
            weekly,
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
