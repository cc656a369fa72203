//! Rate limits: 50 requests a second for the whole bot, and a bucket for each route and channel.

use std::collections::HashMap;

use super::clock::Millis;
use super::errors::{ApiError, Retry};

/// The limit of a bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    pub count: u32,
    pub window: Millis,
}

/// Requests of the whole bot, without interaction endpoints.
const GLOBAL: Rate = Rate {
    count: 50,
    window: 1_000,
};
/// Edits of messages that are older than an hour, in one channel. Discord does not document the limit.
const OLD_EDITS: Rate = Rate {
    count: 3,
    window: 6 * 1_000,
};

/// The used parts of the limits.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    buckets: HashMap<String, Window>,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    ends: Millis,
    used: u32,
}

/// A bucket after a request: the numbers of the `X-RateLimit-…` headers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BucketState {
    pub name: String,
    pub limit: u32,
    pub remaining: u32,
    /// The time at which the bucket is full again.
    pub resets: Millis,
    pub reset_after: Millis,
}

impl Rates {
    /// Counts a request against the whole bot's limit.
    pub fn use_global(&mut self, now: Millis) -> Result<(), ApiError> {
        match self.fill("", GLOBAL, now) {
            (true, _) => Ok(()),
            (false, window) => Err(ApiError::rate_limited(Retry {
                after: seconds(window.ends - now),
                global: true,
            })),
        }
    }

    /// Counts a request against a bucket, which is a route with its major parameter.
    ///
    /// Returns the rest, and whether it was exceeded.
    pub fn use_bucket(
        &mut self,
        route: &str,
        major: &str,
        rate: Rate,
        now: Millis,
    ) -> (bool, BucketState) {
        let (fits, window) = self.fill(&format!("{route} {major}"), rate, now);
        let reset_after = window.ends.saturating_sub(now);
        let remaining = rate.count.saturating_sub(window.used);
        (
            fits,
            BucketState {
                name: name_of(route),
                limit: rate.count,
                remaining,
                resets: window.ends,
                reset_after,
            },
        )
    }

    /// Counts an edit of an old message.
    pub fn use_old_edit(&mut self, channel: &str, now: Millis) -> Result<(), ApiError> {
        match self.fill(&format!("old edits {channel}"), OLD_EDITS, now) {
            (true, _) => Ok(()),
            (false, window) => Err(ApiError::old_edits(seconds(window.ends - now))),
        }
    }

    fn fill(&mut self, key: &str, rate: Rate, now: Millis) -> (bool, Window) {
        if self.buckets.len() > 10_000 {
            self.buckets.retain(|_, window| window.ends > now);
        }
        let window = self
            .buckets
            .entry(key.to_owned())
            .or_insert(Window { ends: 0, used: 0 });
        if window.ends <= now {
            *window = Window {
                ends: now + rate.window,
                used: 0,
            };
        }
        let fits = window.used < rate.count;
        if fits {
            window.used += 1;
        }
        (fits, *window)
    }
}

/// Converts milliseconds to Discord's seconds.
pub(crate) fn seconds(millis: Millis) -> f64 {
    f64::from(u32::try_from(millis).unwrap_or(u32::MAX)) / 1_000.0
}

/// Returns the hash by which Discord names a bucket; routes that share a bucket share its name.
fn name_of(route: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    route.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let mut rates = Rates::default();
        let rate = Rate {
            count: 2,
            window: 5_000,
        };
        let mut take = |major: &str, now| {
            let (fits, state) = rates.use_bucket("POST /x", major, rate, now);
            (fits, state.remaining, state.reset_after)
        };
        assert_eq!(take("1", 0), (true, 1, 5_000));
        assert_eq!(take("1", 1_000), (true, 0, 4_000));
        assert_eq!(take("1", 2_000), (false, 0, 3_000));
        assert_eq!(take("2", 2_000), (true, 1, 5_000));
        assert_eq!(take("1", 5_000), (true, 1, 5_000));
    }

    #[test]
    fn the_whole_bot_has_fifty_a_second() {
        let mut rates = Rates::default();
        assert!((0..50).all(|_| rates.use_global(10).is_ok()));
        let refusal = rates.use_global(510).expect_err("the 51st");
        assert_eq!(
            refusal.retry,
            Some(Retry {
                after: 0.5,
                global: true
            })
        );
        assert!(rates.use_global(1_010).is_ok());
    }
}
