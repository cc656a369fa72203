//! The gateway: one or several [`shard`]s, in a thread of their own.
//!
//! The thread runs only the gateway and passes every payload to the bot's runtime at once, so that no command can
//! delay a heartbeat. If the thread hangs or ends, the bot detects that and ends.

mod payload;
mod session_start_limit;
mod session_state;
mod shard;
mod shard_status;
mod upstream;

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

pub use self::session_start_limit::{ReportedLimit, SessionStartLimit};
pub use self::shard::GatewayEvent;
pub use self::shard_status::{ShardState, ShardStatus};

/// The interval at which the thread shows that it is alive.
const PULSE: Duration = Duration::from_millis(200);

/// The number of checks for that within [`GatewaySettings::stall_after`]. Counting checks instead of
/// time spares a process that was suspended for a while.
const LOOKS: u32 = 5;

/// The maximum time to close all connections cleanly.
const CLOSING_TIME: Duration = Duration::from_millis(1_500);

/// The timeouts and the shards of the gateway.
#[derive(Clone, Debug)]
pub struct GatewaySettings {
    /// The pause before the second attempt to connect; it doubles with each further one.
    pub first_wait: Duration,
    /// The maximum pause before a new session.
    pub longest_wait: Duration,
    /// The maximum pause before a connection. Discord limits new sessions only.
    pub longest_resume_wait: Duration,
    /// The timeout of an answer to a heartbeat.
    pub answer_time: Duration,
    /// The minimum time between two new sessions in one bucket of shards.
    pub between_starts: Duration,
    /// The shards of this process; `None` for all, in the number that Discord recommends.
    pub shards: Option<Shards>,
    /// The time without a heartbeat or an event after which the gateway ends the bot with [`RunError::Stalled`].
    pub stall_after: Duration,
    /// Where the jitter of waits comes from: a random number.
    pub chance: fn() -> u32,
}

impl Default for GatewaySettings {
    fn default() -> Self {
        Self {
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_secs(60),
            longest_resume_wait: Duration::from_secs(3),
            answer_time: Duration::from_secs(15),
            between_starts: Duration::from_secs(5),
            shards: None,
            stall_after: Duration::from_secs(5),
            chance,
        }
    }
}

impl GatewaySettings {
    /// Returns the back-off after `failures`, at most `longest`; `None` before the first attempt. A jitter
    /// takes off up to a quarter, so that shards that lost their connection together do not return together.
    fn wait(&self, failures: u32, longest: Duration) -> Option<Duration> {
        let doublings = failures.checked_sub(1)?.min(16);
        let whole = self.first_wait.saturating_mul(1 << doublings).min(longest);
        Some(whole / 1_000 * (950 - (self.chance)() % 200))
    }
}

fn chance() -> u32 {
    os_random()()
}

/// The parts of a gateway.
pub struct Setup {
    pub token: String,
    /// The gateway's address.
    pub url: String,
    /// The shards to connect.
    pub shards: Shards,
    /// The limit of new sessions.
    pub start_limit: Arc<SessionStartLimit>,
    /// The network to connect through.
    pub network: Network,
    pub settings: GatewaySettings,
    /// The state of the connections, updated by the shards.
    pub shard_status: Arc<ShardStatus>,
}

/// A running gateway. Dropping it ends it at once, without a clean close.
pub struct Gateway {
    stop: watch::Sender<bool>,
    ended: oneshot::Receiver<RunError>,
    pulse: Arc<AtomicU64>,
    stall_after: Duration,
}

impl Gateway {
    /// Starts a thread that listens. `hear` gets the events and must not block.
    pub fn start(
        setup: Setup,
        hear: impl Fn(GatewayEvent) + Send + Sync + 'static,
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
                // This closes the connections, before the error is reported.
                runtime.shutdown_background();
                if let Err(error) = failed {
                    // Without a receiver the error is not needed.
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

    /// Resolves when the gateway cannot continue, with the reason.
    pub async fn failed(&mut self) -> RunError {
        tokio::select! {
            ended = &mut self.ended => ended.unwrap_or_else(|_| RunError::Lost(String::from("the gateway's thread has ended"))),
            () = stalled(&self.pulse, self.stall_after) => {
                tracing::error!(after = ?self.stall_after, "the gateway's thread hangs");
                RunError::Stalled
            }
        }
    }

    /// Closes the connections cleanly, within a short timeout.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        // The thread sends no error at a clean end; its sender is dropped.
        if timeout(CLOSING_TIME + PULSE, &mut self.ended)
            .await
            .is_err()
        {
            tracing::warn!("the gateway's thread does not end");
        }
    }
}

/// Resolves when a counter has not changed for this time.
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

/// Runs in the gateway's thread; `Ok` after the stop signal.
async fn listen(
    setup: Setup,
    hear: Box<dyn Fn(GatewayEvent) + Send + Sync>,
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
        start_limit: setup.start_limit,
        gateway,
        settings: setup.settings,
        shard_status: setup.shard_status,
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
    // Without a sender of the stop signal, a clean end is not needed.
    let deserted = async { while stop.changed().await.is_ok() {} };
    tokio::select! {
        ended = ending => ended,
        () = deserted => Ok(()),
    }
}
