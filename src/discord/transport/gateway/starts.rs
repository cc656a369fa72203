//! The sessions that the bot may still begin. Discord resets the token of a bot that begins a thousand in a day.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

/// Of this many beginnings one is never used.
const KEPT_BACK: u32 = 20;

/// The longest time until Discord is asked again whether there are more.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// What Discord allows, as `GET /gateway/bot` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    total: u32,
    left: u32,
    reset_after: Duration,
    buckets: u32,
}

/// Asks Discord for its limit; `None` when it does not answer.
pub type Ask = Box<dyn Fn() -> Pin<Box<dyn Future<Output = Option<Limit>> + Send>> + Send + Sync>;

/// Counts and paces the beginnings of all shards.
pub struct Starts {
    limit: Mutex<Limit>,
    /// When each bucket began a session last. Shards of a bucket go one after another.
    buckets: Vec<Arc<tokio::sync::Mutex<Option<Instant>>>>,
    /// The least time between two beginnings in one bucket.
    between: Duration,
    ask: Ask,
}

/// The right to begin one session. One that is dropped was not used.
pub struct Permit {
    starts: Arc<Starts>,
    last: OwnedMutexGuard<Option<Instant>>,
}

impl Limit {
    /// Reads the answer of `GET /gateway/bot`; `None` when it holds no limit.
    #[must_use]
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

    /// How many are never used, so that a bot that goes mad keeps its token, and its operator some tries.
    fn kept_back(&self) -> u32 {
        (self.total / KEPT_BACK).max(1)
    }
}

impl Starts {
    /// The beginnings that are left, and how Discord is asked for more.
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
            // There is always one.
            None => Arc::<tokio::sync::Mutex<_>>::default().lock_owned().await,
        };
        if let Some(last) = *last {
            tokio::time::sleep_until(last + self.between).await;
        }
        let mut said = false;
        while self.is_spent() {
            if let Some(limit) = (self.ask)().await {
                *self.limit() = limit;
                if !self.is_spent() {
                    break;
                }
            }
            let limit = *self.limit();
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
        let limit = self.limit();
        limit.left <= limit.kept_back()
    }

    fn limit(&self) -> MutexGuard<'_, Limit> {
        self.limit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// A session is begun with it.
    pub fn spend(mut self) {
        *self.last = Some(Instant::now());
        let mut limit = self.starts.limit();
        limit.left = limit.left.saturating_sub(1);
    }
}
