use std::time::Duration;

use tokio::time::Instant;

use super::LimitHeaders;
use crate::people::Moment;

/// The minimum wait after a 429; it doubles with each further 429 in a row.
pub(crate) const SHORTEST: Duration = Duration::from_millis(250);

/// The maximum of that minimum wait.
pub(crate) const LONGEST: Duration = Duration::from_secs(60);

/// A time on both clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    pub(crate) instant: Instant,
    pub(crate) moment: Moment,
}

impl Until {
    pub(crate) fn in_(wait: Duration, now: Now) -> Self {
        Self {
            instant: now.instant + wait,
            moment: now.moment.after(wait),
        }
    }

    pub(crate) fn is_over(self, now: Now) -> bool {
        now.instant >= self.instant || now.moment >= self.moment
    }

    /// Returns the time left; zero when it is over.
    pub(crate) fn left(self, now: Now) -> Duration {
        self.instant
            .saturating_duration_since(now.instant)
            .min(now.moment.until(self.moment))
    }
}

/// The current time on both clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub(crate) instant: Instant,
    pub(crate) moment: Moment,
}

impl Now {
    /// Returns the time since `earlier`, by the clock on which more has passed.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        self.instant
            .saturating_duration_since(earlier.instant)
            .max(earlier.moment.until(self.moment))
    }
}

#[derive(Debug)]
pub(crate) struct Bucket {
    /// The number of requests in one window; `None` before the first answer, and without a bucket.
    limit: Option<u32>,
    pub(crate) remaining: u32,
    resets: Until,
    pub(crate) in_flight: u32,
    pub(crate) answered: bool,
    pub(crate) blocked: Option<Until>,
    /// The number of 429 answers in a row.
    pub(crate) refusals: u32,
}

/// The condition for the next request.
pub(crate) enum Next {
    Go,
    Wait(Duration),
    /// Another request on the same route must be answered first.
    Answer,
}

impl Bucket {
    pub(crate) fn new(limit: Option<u32>, now: Now) -> Self {
        Self {
            limit: limit.map(|limit| limit.max(1)),
            remaining: limit.map_or(0, |limit| limit.max(1)),
            resets: Until::in_(Duration::ZERO, now),
            in_flight: 0,
            answered: limit.is_some(),
            blocked: None,
            refusals: 0,
        }
    }

    pub(crate) fn next(&mut self, now: Now) -> Next {
        if let Some(left) = self.blocked_for(now) {
            return Next::Wait(left);
        }
        let Some(limit) = self.limit else {
            // Until an answer has the limit, the requests go one by one.
            return if self.answered || self.in_flight == 0 {
                Next::Go
            } else {
                Next::Answer
            };
        };
        if self.resets.is_over(now) {
            self.remaining = limit.saturating_sub(self.in_flight);
        }
        match self.remaining {
            0 if self.resets.is_over(now) => Next::Answer,
            0 => Next::Wait(self.resets.left(now)),
            _ => Next::Go,
        }
    }

    pub(crate) fn blocked_for(&self, now: Now) -> Option<Duration> {
        self.blocked
            .filter(|until| !until.is_over(now))
            .map(|until| until.left(now))
    }

    pub(crate) fn heard(&mut self, headers: &LimitHeaders, now: Now) {
        self.answered = true;
        if let (Some(limit), Some(remaining), Some(after)) =
            (headers.limit, headers.remaining, headers.reset_after)
        {
            let resets = Until::in_(after, now);
            // Answers may arrive out of order: within a window, the remaining number never grows.
            let known = self.limit.is_some() && !self.resets.is_over(now);
            let apart = resets
                .instant
                .saturating_duration_since(self.resets.instant)
                .max(
                    self.resets
                        .instant
                        .saturating_duration_since(resets.instant),
                );
            let free = remaining.saturating_sub(self.in_flight);
            self.remaining = if known && apart < SHORTEST {
                free.min(self.remaining)
            } else {
                free
            };
            // A window without any request would never end.
            self.limit = Some(limit.max(1));
            self.resets = resets;
        }
    }

    /// Whether the bucket can be evicted without loss.
    pub(crate) fn is_idle(&self, now: Now) -> bool {
        self.in_flight == 0 && self.resets.is_over(now) && self.blocked_for(now).is_none()
    }
}

/// Returns the wait after a 429 answer that follows `refusals` others in a row.
pub(crate) fn patience(after: Duration, refusals: u32) -> Duration {
    let least = SHORTEST.saturating_mul(1 << refusals.min(10)).min(LONGEST);
    after.max(least)
}
