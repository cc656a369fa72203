//! The gateway: one [`shard`] or several, in a thread of their own.
//!
//! Nothing but the gateway runs in that thread. What comes in is handed over to the bot's runtime at once, so that no
//! command can delay a heartbeat. A thread that does not live any more is found out, and ends the bot.

mod link;
mod payload;
mod shard;
mod starts;
mod upstream;
mod vitals;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use self::shard::{Shard, Shared};
use self::upstream::Connector;
use super::network::Network;
use super::rest::chain;
use super::run_error::RunError;
use crate::config::Shards;
use crate::kernel::os_random;

pub use self::shard::Heard;
pub use self::starts::{Limit, Starts};
pub use self::vitals::{ShardState, Vitals};

/// How often the thread shows that it lives.
const PULSE: Duration = Duration::from_millis(200);

/// How often it is looked whether it does, in the time after which it counts as dead. Looks are counted and not time,
/// so that a process that was stopped for a while is not taken for one that hangs.
const LOOKS: u32 = 5;

/// How long all connections may take to be closed in order.
const CLOSING_TIME: Duration = Duration::from_millis(1_500);

/// How patient the gateway is.
#[derive(Clone, Debug)]
pub struct GatewaySettings {
    /// The pause before the second attempt to connect; each further one is twice as long.
    pub first_wait: Duration,
    /// The longest pause before a session is begun.
    pub longest_wait: Duration,
    /// The longest pause before a session is resumed. Discord limits how many sessions are begun, and not how often one is
    /// resumed.
    pub longest_resume_wait: Duration,
    /// How long Discord may take to answer a heartbeat.
    pub answer_time: Duration,
    /// The least time between two sessions that are begun in one bucket of shards.
    pub between_starts: Duration,
    /// The shards that are this process's; `None`: all, and as many as Discord advises.
    pub shards: Option<Shards>,
    /// A gateway that has shown nothing for this time ends the bot with [`RunError::Stalled`].
    pub stall_after: Duration,
}

impl Default for GatewaySettings {
    fn default() -> Self {
        Self {
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_secs(60),
            longest_resume_wait: Duration::from_secs(5),
            answer_time: Duration::from_secs(15),
            between_starts: Duration::from_secs(5),
            shards: None,
            stall_after: Duration::from_secs(5),
        }
    }
}

impl GatewaySettings {
    /// The pause after *n* failures, at most this long; none before the first attempt. Up to a quarter is taken off by chance, so
    /// that shards that were cut together do not come back together.
    fn wait(&self, failures: u32, longest: Duration) -> Option<Duration> {
        let doublings = failures.checked_sub(1)?.min(16);
        let whole = self.first_wait.saturating_mul(1 << doublings).min(longest);
        Some(whole / 1_000 * (950 - chance() % 200))
    }
}

/// A number by chance.
fn chance() -> u32 {
    os_random()()
}

/// What a gateway is made of.
pub struct Setup {
    /// The bot's token.
    pub token: String,
    /// Where the gateway is.
    pub url: String,
    /// The shards that must be connected.
    pub shards: Shards,
    /// The sessions that may be begun.
    pub starts: Arc<Starts>,
    /// How hosts are reached.
    pub network: Network,
    /// How patient to be.
    pub settings: GatewaySettings,
    /// Where it is noted how the connections stand.
    pub vitals: Arc<Vitals>,
}

/// A gateway that runs. Dropped, it ends at once and without a word to Discord.
pub struct Gateway {
    stop: watch::Sender<bool>,
    ended: oneshot::Receiver<RunError>,
    pulse: Arc<AtomicU64>,
    stall_after: Duration,
}

impl Gateway {
    /// Starts a thread that listens; `hear` gets what is heard, and may not block.
    ///
    /// # Errors
    ///
    /// When there is no thread.
    pub fn start(
        setup: Setup,
        hear: impl Fn(Heard) + Send + Sync + 'static,
    ) -> Result<Self, RunError> {
        let (stop, stopping) = watch::channel(false);
        let (end, ended) = oneshot::channel();
        let pulse = Arc::new(AtomicU64::new(0));
        let beating = Arc::clone(&pulse);
        let stall_after = setup.settings.stall_after;
        let lost = |error: &dyn std::error::Error| RunError::Lost(chain(error));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| lost(&error))?;
        std::thread::Builder::new()
            .name(String::from("gateway"))
            .spawn(move || {
                let failed = runtime.block_on(async move {
                    tokio::spawn(async move {
                        loop {
                            beating.fetch_add(1, Ordering::Relaxed);
                            tokio::time::sleep(PULSE).await;
                        }
                    });
                    listen(setup, Box::new(hear), stopping).await
                });
                // Before anybody is told: connections are closed then.
                runtime.shutdown_background();
                if let Err(error) = failed {
                    // If nobody waits any more, nobody needs the error.
                    let _ = end.send(error);
                }
            })
            .map_err(|error| lost(&error))?;
        Ok(Self {
            stop,
            ended,
            pulse,
            stall_after,
        })
    }

    /// Is ready when the gateway cannot go on, with the reason.
    pub async fn failed(&mut self) -> RunError {
        tokio::select! {
            ended = &mut self.ended => ended.unwrap_or_else(|_| RunError::Lost(String::from("the gateway's thread has ended"))),
            () = stalled(&self.pulse, self.stall_after) => {
                tracing::error!(after = ?self.stall_after, "the gateway's thread hangs");
                RunError::Stalled
            }
        }
    }

    /// Leaves Discord in order, but does not wait long for it.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        // The thread says nothing at such an end; its sender is gone.
        if timeout(CLOSING_TIME + PULSE, &mut self.ended)
            .await
            .is_err()
        {
            tracing::warn!("the gateway's thread does not end");
        }
    }
}

/// Is ready when a counter has not moved for this time.
async fn stalled(pulse: &AtomicU64, after: Duration) {
    let mut seen = pulse.load(Ordering::Relaxed);
    let mut still = 0;
    while still < LOOKS {
        tokio::time::sleep(after / LOOKS).await;
        let now = pulse.load(Ordering::Relaxed);
        still = if now == seen { still + 1 } else { 0 };
        seen = now;
    }
}

/// Runs in the gateway's thread; `Ok` when it was told to stop.
async fn listen(
    setup: Setup,
    hear: Box<dyn Fn(Heard) + Send + Sync>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), RunError> {
    let gateway = url::Url::parse(&setup.url)
        .ok()
        .filter(|url| matches!(url.scheme(), "ws" | "wss"))
        .ok_or_else(|| RunError::Lost(format!("\"{}\" is no address of a gateway", setup.url)))?;
    let shared = Arc::new(Shared {
        token: setup.token,
        shards: setup.shards,
        connector: Connector::new(setup.network).map_err(RunError::Lost)?,
        starts: setup.starts,
        gateway,
        settings: setup.settings,
        vitals: setup.vitals,
        hear,
        stop: stop.clone(),
    });
    let mut shards = JoinSet::new();
    for number in setup.shards.range() {
        shards.spawn(Shard::new(number, Arc::clone(&shared)).run());
    }
    let ending = async {
        while let Some(ended) = shards.join_next().await {
            ended.map_err(|error| RunError::Lost(chain(&error)))??;
        }
        Ok(())
    };
    // If the sender of the stop signal is gone, nobody waits for a clean end.
    let deserted = async { while stop.changed().await.is_ok() {} };
    tokio::select! {
        ended = ending => ended,
        () = deserted => Ok(()),
    }
}
