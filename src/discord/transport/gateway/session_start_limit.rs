//! The limit of new sessions in a day. Discord resets the token of a bot that begins a thousand in a day.

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

/// The wait after a question that Discord did not answer; it doubles with each further one.
const FIRST_RETRY: Duration = Duration::from_secs(1);
/// The maximum wait after a question that Discord did not answer.
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// Discord's limit of new sessions, from `GET /gateway/bot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportedLimit {
    total: u32,
    left: u32,
    reset_after: Duration,
    buckets: u32,
}

/// A function that asks Discord for its limit; `None` if Discord does not answer.
pub type Ask =
    Box<dyn Fn() -> Pin<Box<dyn Future<Output = Option<ReportedLimit>> + Send>> + Send + Sync>;

/// A counter and pacer of the new sessions of all shards.
pub struct SessionStartLimit {
    reported: Mutex<ReportedLimit>,
    /// The time of each bucket's latest new session. The shards of a bucket start one after another.
    buckets: Vec<Arc<tokio::sync::Mutex<Option<Instant>>>>,
    /// The minimum time between two new sessions in one bucket.
    between: Duration,
    ask: Ask,
}

/// The right to begin one session. A dropped permit was not used.
pub struct StartPermit {
    limit: Arc<SessionStartLimit>,
    last: OwnedMutexGuard<Option<Instant>>,
}

impl ReportedLimit {
    /// Reads the answer of `GET /gateway/bot`; `None` if it has no limit.
    pub fn read(answer: &Value) -> Option<Self> {
        let limit = &answer["session_start_limit"];
        let number = |name: &str| limit[name].as_u64();
        let small = |name| number(name).and_then(|number| u32::try_from(number).ok());
        Some(Self {
            total: small("total")?,
            left: small("remaining")?,
            // A time that cannot be read must not keep the bot away.
            reset_after: limit["reset_after"]
                .as_f64()
                .and_then(|millis| Duration::try_from_secs_f64(millis / 1_000.0).ok())
                .unwrap_or(LONGEST_WAIT),
            buckets: small("max_concurrency").unwrap_or(1).clamp(1, 1_024),
        })
    }

    /// Returns the reserve, so that a bot in a restart loop keeps its token and the operator some attempts.
    fn kept_back(&self) -> u32 {
        (self.total / KEPT_BACK).max(1)
    }
}

impl SessionStartLimit {
    /// Creates the limit from Discord's report and a function that asks for it again.
    pub fn new(limit: ReportedLimit, between: Duration, ask: Ask) -> Arc<Self> {
        Arc::new(Self {
            reported: Mutex::new(limit),
            buckets: (0..limit.buckets).map(|_| Arc::default()).collect(),
            between,
            ask,
        })
    }

    /// Waits until a shard may begin a session.
    pub async fn permit(self: &Arc<Self>, shard: u32) -> StartPermit {
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
        let (mut said, mut retry) = (false, FIRST_RETRY);
        while self.is_spent() {
            let answer = (self.ask)().await;
            if let Some(limit) = answer {
                *lock(&self.reported) = limit;
                if !self.is_spent() {
                    break;
                }
            }
            let limit = *lock(&self.reported);
            if !said {
                tracing::error!(
                    shard,
                    left = limit.left,
                    total = limit.total,
                    "Discord resets the token of a bot that begins too many sessions in a day: no more are begun until it allows more"
                );
                said = true;
            }
            let wait = match answer {
                Some(limit) => {
                    retry = FIRST_RETRY;
                    limit
                        .reset_after
                        .clamp(Duration::from_secs(1), LONGEST_WAIT)
                }
                // The known limit may be old.
                None => {
                    let wait = retry;
                    retry = (retry * 2).min(LONGEST_RETRY);
                    wait
                }
            };
            tokio::time::sleep(wait).await;
        }
        StartPermit {
            limit: Arc::clone(self),
            last,
        }
    }

    fn is_spent(&self) -> bool {
        let limit = lock(&self.reported);
        limit.left <= limit.kept_back()
    }
}

impl StartPermit {
    /// Records that a session began.
    pub fn spend(mut self) {
        *self.last = Some(Instant::now());
        let mut limit = lock(&self.limit.reported);
        limit.left = limit.left.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use serde_json::json;

    use super::*;

    fn limit(remaining: u32, reset_after: &Value) -> Option<ReportedLimit> {
        ReportedLimit::read(&json!({"session_start_limit": {
            "total": 1_000, "remaining": remaining, "reset_after": reset_after, "max_concurrency": 1,
        }}))
    }

    #[tokio::test]
    async fn spent_limit_is_asked_for_again_soon_if_discord_does_not_answer() {
        let spent = limit(0, &json!(86_400_000)).expect("a limit");
        let asked = AtomicU32::new(0);
        // Discord has a new limit, but answers only the second question.
        let ask = move || -> Pin<Box<dyn Future<Output = Option<ReportedLimit>> + Send>> {
            let answers = asked.fetch_add(1, Ordering::Relaxed) > 0;
            let left = limit(1_000, &json!(86_400_000)).filter(|_| answers);
            Box::pin(async move { left })
        };
        let limit = SessionStartLimit::new(spent, Duration::ZERO, Box::new(ask));
        let permit = tokio::time::timeout(Duration::from_secs(30), limit.permit(0)).await;
        assert!(permit.is_ok(), "the bot waits for the old limit's end");
    }

    #[test]
    fn time_in_an_unknown_form_leaves_the_limit_readable() {
        for (time, expected) in [
            (json!(1_500), Duration::from_millis(1_500)),
            (json!(0.5), Duration::from_micros(500)),
            (json!(-1), LONGEST_WAIT),
            (json!(1e300), LONGEST_WAIT),
            (json!("soon"), LONGEST_WAIT),
            (Value::Null, LONGEST_WAIT),
        ] {
            let read = limit(7, &time).map(|limit| limit.reset_after);
            assert_eq!(read, Some(expected), "{time}");
        }
    }
}
