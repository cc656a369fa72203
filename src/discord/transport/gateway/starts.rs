//! The budget of new sessions. Discord resets the token of a bot that begins a thousand in a day.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

use crate::kernel::lock::lock;

/// The divisor of the limit that gives the reserve.
const KEPT_BACK: u32 = 20;

/// The maximum wait before Discord is asked for its limit again.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// Discord's limit of new sessions, from `GET /gateway/bot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    total: u32,
    left: u32,
    reset_after: Duration,
    buckets: u32,
}

/// A function that asks Discord for its limit; `None` if Discord does not answer.
pub type Ask = Box<dyn Fn() -> Pin<Box<dyn Future<Output = Option<Limit>> + Send>> + Send + Sync>;

/// A counter and pacer of the new sessions of all shards.
pub struct Starts {
    limit: Mutex<Limit>,
    /// The time of each bucket's latest new session. The shards of a bucket start one after another.
    buckets: Vec<Arc<tokio::sync::Mutex<Option<Instant>>>>,
    /// The minimum time between two new sessions in one bucket.
    between: Duration,
    ask: Ask,
}

/// The right to begin one session. A dropped permit was not used.
pub struct Permit {
    starts: Arc<Starts>,
    last: OwnedMutexGuard<Option<Instant>>,
}

impl Limit {
    /// Reads the answer of `GET /gateway/bot`; `None` if it has no limit.
    pub fn read(answer: &Value) -> Option<Self> {
        let limit = &answer["session_start_limit"];
        let number = |name: &str| limit[name].as_u64();
        let small = |name| number(name).and_then(|number| u32::try_from(number).ok());
        Some(Self {
            total: small("total")?,
            left: small("remaining")?,
            reset_after: Duration::from_millis(number("reset_after")?),
            buckets: small("max_concurrency").unwrap_or(1).clamp(1, 1_024),
        })
    }

    /// Returns the reserve, so that a bot in a restart loop keeps its token and the operator some attempts.
    fn kept_back(&self) -> u32 {
        (self.total / KEPT_BACK).max(1)
    }
}

impl Starts {
    /// Creates the budget from Discord's limit and a function that refreshes it.
    pub fn new(limit: Limit, between: Duration, ask: Ask) -> Arc<Self> {
        Arc::new(Self {
            limit: Mutex::new(limit),
            buckets: (0..limit.buckets).map(|_| Arc::default()).collect(),
            between,
            ask,
        })
    }

    /// Waits until a shard may begin a session.
    pub async fn permit(self: &Arc<Self>, shard: u32) -> Permit {
        let buckets = self.buckets.len().max(1);
        let bucket = usize::try_from(shard).unwrap_or(0) % buckets;
        let last = match self.buckets.get(bucket) {
            Some(last) => Arc::clone(last).lock_owned().await,
            // There is always a bucket.
            None => Arc::<tokio::sync::Mutex<_>>::default().lock_owned().await,
        };
        if let Some(last) = *last {
            tokio::time::sleep_until(last + self.between).await;
        }
        let mut said = false;
        while self.is_spent() {
            if let Some(limit) = (self.ask)().await {
                *lock(&self.limit) = limit;
                if !self.is_spent() {
                    break;
                }
            }
            let limit = *lock(&self.limit);
            let wait = limit
                .reset_after
                .clamp(Duration::from_secs(1), LONGEST_WAIT);
            if !said {
                tracing::error!(
                    shard,
                    left = limit.left,
                    total = limit.total,
                    "Discord resets the token of a bot that begins too many sessions in a day: no more are begun until it allows more"
                );
                said = true;
            }
            tokio::time::sleep(wait).await;
        }
        Permit {
            starts: Arc::clone(self),
            last,
        }
    }

    fn is_spent(&self) -> bool {
        let limit = lock(&self.limit);
        limit.left <= limit.kept_back()
    }
}

impl Permit {
    /// Records that a session began.
    pub fn spend(mut self) {
        *self.last = Some(Instant::now());
        let mut limit = lock(&self.starts.limit);
        limit.left = limit.left.saturating_sub(1);
    }
}
