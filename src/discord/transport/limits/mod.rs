//! Discord's rate limits, in one place.
//!
//! They are: a bucket for each route and major parameter (channel, server, or an interaction's token), as the headers
//! of answers define it; 50 requests a second for the bot, which the bot [sends with gaps](GAP); the pauses that a
//! 429 asks for; and the ban after too many refusals, which the [`Breaker`] keeps far away. Interaction routes do not
//! count among the 50.
//!
//! A pause is over when *either* the process's time or the arbiter's clock reaches its end: a
//! computer's clock may be set, and tests move theirs.
//!
//! `twilight-http-ratelimiting` 0.18 was rejected: it ignores a global 429; its window of the global limit begins
//! with a request and does not slide, so 100 requests fit into one second; callbacks of all interactions share one
//! queue with one request in flight; it stores the limits of follow-ups for six hours for every token; and it panics
//! in the caller once its task has ended, as at a shutdown.

mod breaker;
mod bucket;
mod headers;
mod old_edits;
mod route;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use self::breaker::Breaker;
use self::bucket::{Bucket, Next, Now, SHORTEST, Until, patience};
pub use self::headers::{LimitHeaders, Refused};
pub(crate) use self::old_edits::Edited;
use self::old_edits::{OldEdits, Order};
pub use self::route::RouteKey;
use crate::kernel::lock::lock;
use crate::kernel::{Clock, EditRank, SystemClock};
use crate::matches::{ChannelId, MessageId};
use crate::people::Moment;
use crate::telemetry;

/// The minimum gap between two counted requests: 40 a second, of the 50 that Discord allows. After a
/// stall of the machine or the network, requests with gaps arrive together.
const GAP: Duration = Duration::from_millis(25);

/// The number of buckets below which idle ones are not evicted.
const FEW: usize = 256;

/// Returns the arbiter's steady clock as a moment. Setting the calendar does not change a limit.
fn steady_moment(clock: &dyn Clock) -> Moment {
    let milliseconds = clock.read().steady.as_millis();
    Moment(i64::try_from(milliseconds).unwrap_or(i64::MAX))
}

struct State {
    buckets: HashMap<(String, String), Bucket>,
    /// The bucket of each route and its limit, as far as known from answers. One entry a route at most.
    routes: HashMap<String, (String, Option<u32>)>,
    tidy_at: usize,
    paused: Option<Until>,
    pauses: u32,
    breaker: Breaker,
    old_edits: OldEdits,
}

impl State {
    fn bucket_key(&self, key: &RouteKey) -> (String, String) {
        let name = self
            .routes
            .get(&key.route)
            .map_or(&key.route, |(name, _)| name);
        (name.clone(), key.major.clone())
    }

    fn bucket(&mut self, key: &(String, String), route: &str, now: Now) -> &mut Bucket {
        if self.buckets.len() >= self.tidy_at && !self.buckets.contains_key(key) {
            self.buckets.retain(|_, bucket| !bucket.is_idle(now));
            self.tidy_at = (self.buckets.len() * 2).max(FEW);
            self.buckets.shrink_to(self.tidy_at);
        }
        let limit = self.routes.get(route).and_then(|(_, limit)| *limit);
        self.buckets
            .entry(key.clone())
            .or_insert_with(|| Bucket::new(limit, now))
    }

    /// Returns the wait of all counted requests.
    fn pause(&mut self, now: Now) -> Option<Duration> {
        let paused = self
            .paused
            .filter(|until| !until.is_over(now))
            .map(|until| until.left(now));
        paused.max(self.breaker.open_for(now.moment))
    }
}

/// The gate that every request passes.
pub struct Limits {
    state: Mutex<State>,
    clock: OnceLock<Arc<dyn Clock>>,
    /// The clock until another one is set.
    own_clock: SystemClock,
    answered: Notify,
    /// The time of the latest counted request. The lock's holder sends next: a stall delays all others too.
    departure: tokio::sync::Mutex<Option<Instant>>,
    /// The number of counted requests that wait for that lock or hold it.
    departing: AtomicU32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            state: Mutex::new(State {
                buckets: HashMap::new(),
                routes: HashMap::new(),
                tidy_at: FEW,
                paused: None,
                pauses: 0,
                breaker: Breaker::default(),
                old_edits: OldEdits::default(),
            }),
            clock: OnceLock::new(),
            own_clock: SystemClock::default(),
            answered: Notify::new(),
            departure: tokio::sync::Mutex::default(),
            departing: AtomicU32::new(0),
        }
    }
}

/// The age from which edits of a message are limited: an hour, less a minute for clocks that differ.
const OLD: Duration = Duration::from_mins(59);

/// The right to edit a message now. Dropped, it counts as not used.
#[must_use]
pub(crate) struct EditTurn<'a> {
    limits: &'a Limits,
    /// The channel and the message, and the place in the order; `None` if the result was recorded.
    turn: Option<((u64, u64), Order)>,
}

impl EditTurn<'_> {
    /// Records the result of the edit. Returns the wait until it should be tried again after a refusal.
    pub(crate) fn edited(mut self, edited: Edited) -> Option<Duration> {
        self.record(edited)
    }

    fn record(&mut self, edited: Edited) -> Option<Duration> {
        let (key, order) = self.turn.take()?;
        let now = self.limits.now();
        let mut state = lock(&self.limits.state);
        state.old_edits.edited(key, order, edited, now)
    }
}

impl Drop for EditTurn<'_> {
    fn drop(&mut self) {
        self.record(Edited::Unknown);
    }
}

/// The right to send one request. A permit dropped before sending has no effect.
pub struct Permit<'a> {
    limits: &'a Limits,
    key: RouteKey,
    bucket: Option<(String, String)>,
    sent: bool,
}

impl Limits {
    /// Sets the clock that ends long waits, in place of the system's. Only the first call counts.
    pub fn set_clock(&self, clock: Arc<dyn Clock>) {
        let _ = self.clock.set(clock);
    }

    fn clock(&self) -> &dyn Clock {
        self.clock.get().map_or(&self.own_clock, |clock| &**clock)
    }

    /// Returns the steady clock's time.
    pub(crate) fn steady(&self) -> Duration {
        self.clock().read().steady
    }

    fn now(&self) -> Now {
        Now {
            instant: Instant::now(),
            moment: steady_moment(self.clock()),
        }
    }

    /// Returns the wait of such a request for its bucket or a pause. It takes no permit.
    pub fn wait_for(&self, key: &RouteKey) -> Option<Duration> {
        let now = self.now();
        let mut state = lock(&self.state);
        let pause = state.pause(now).filter(|_| key.counted);
        let bucket = state.bucket_key(key);
        let wait = match state
            .buckets
            .get_mut(&bucket)
            .map(|bucket| bucket.next(now))
        {
            Some(Next::Wait(wait)) => Some(wait),
            _ => None,
        };
        pause.max(wait).filter(|wait| !wait.is_zero())
    }

    /// Waits until a request may be sent, for at most `patience`.
    /// The error is the wait, if it is longer.
    pub async fn permit(&self, key: RouteKey, patience: Duration) -> Result<Permit<'_>, Duration> {
        let latest = Instant::now() + patience;
        let mut permit = Permit {
            limits: self,
            key,
            bucket: None,
            sent: false,
        };
        loop {
            let mut answered = std::pin::pin!(self.answered.notified());
            // From here on no answer is missed, so the check is safe.
            answered.as_mut().enable();
            let now = self.now();
            match permit.next(now) {
                Step::Go if !permit.key.counted => return Ok(permit),
                Step::Go => {
                    self.depart(latest).await?;
                    let now = self.now();
                    // A new pause may have begun since.
                    if lock(&self.state).pause(now).is_none() {
                        return Ok(permit);
                    }
                }
                Step::Wait(wait) if now.instant + wait > latest => return Err(wait),
                Step::Wait(wait) => self.sleep(wait).await,
                Step::Answer => {
                    if tokio::time::timeout_at(latest, answered).await.is_err() {
                        return Err(SHORTEST);
                    }
                }
            }
        }
    }

    /// Gives an edit its turn among the edits of old messages in its channel, if its message is old.
    /// The error is the wait until it should ask again.
    pub(crate) fn edit_turn(
        &self,
        channel: ChannelId,
        message: MessageId,
        rank: EditRank,
    ) -> Result<EditTurn<'_>, Duration> {
        let now = self.now();
        let key = (channel.0, message.0);
        let is_old = message.made_at().after(OLD) <= self.clock().read().wall;
        let mut state = lock(&self.state);
        let order = match is_old || state.old_edits.waits(key.0, key.1) {
            true => state.old_edits.ask(key, rank, now)?,
            false => (rank, 0),
        };
        Ok(EditTurn {
            limits: self,
            turn: Some((key, order)),
        })
    }

    /// Like [`edit_turn`](Self::edit_turn), but waits for the turn, for at most `patience`.
    pub(crate) async fn wait_for_edit_turn(
        &self,
        channel: ChannelId,
        message: MessageId,
        rank: EditRank,
        patience: Duration,
    ) -> Result<EditTurn<'_>, Duration> {
        let latest = self.clock().read().steady + patience;
        loop {
            let wait = match self.edit_turn(channel, message, rank) {
                Ok(turn) => return Ok(turn),
                Err(wait) => wait,
            };
            if self.clock().read().steady + wait > latest {
                return Err(wait);
            }
            self.sleep(wait).await;
        }
    }

    /// Waits for this time by either clock.
    async fn sleep(&self, wait: Duration) {
        let steady = self.clock().read().steady + wait;
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = self.clock().wait_until(steady) => {}
        }
    }

    /// Waits for the turn of a counted request, first come first served.
    /// The error is the wait, if it would last beyond `latest`.
    async fn depart(&self, latest: Instant) -> Result<(), Duration> {
        let before = self.departing.fetch_add(1, Ordering::Relaxed);
        let _leaves_queue = OnDrop(|| {
            self.departing.fetch_sub(1, Ordering::Relaxed);
        });
        let wait = GAP * before;
        // A request with zero patience may still go if no other request waits.
        if before > 0 && Instant::now() + wait > latest {
            return Err(wait);
        }
        let mut departure = self.departure.lock().await;
        if let Some(last) = *departure {
            tokio::time::sleep_until(last + GAP).await;
        }
        *departure = Some(Instant::now());
        Ok(())
    }
}

struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

enum Step {
    Go,
    Wait(Duration),
    Answer,
}

impl Permit<'_> {
    fn next(&mut self, now: Now) -> Step {
        let mut state = lock(&self.limits.state);
        if self.key.counted
            && let Some(pause) = state.pause(now)
        {
            return Step::Wait(pause);
        }
        if self.bucket.is_none() {
            let key = state.bucket_key(&self.key);
            let bucket = state.bucket(&key, &self.key.route, now);
            match bucket.next(now) {
                Next::Go => {}
                Next::Wait(wait) => return Step::Wait(wait),
                Next::Answer => return Step::Answer,
            }
            bucket.in_flight += 1;
            bucket.remaining = bucket.remaining.saturating_sub(1);
            self.bucket = Some(key);
        }
        Step::Go
    }

    /// Records that the request was sent.
    pub fn sending(&mut self) {
        self.sent = true;
    }

    /// Records the answer.
    pub fn answered(mut self, headers: &LimitHeaders) {
        self.sent = true;
        let now = self.limits.now();
        let mut state = lock(&self.limits.state);
        if headers.invalid {
            telemetry::invalid_request();
            state.breaker.count(now.moment);
        }
        let Some(old) = self.bucket.take() else {
            return;
        };
        let route = self.key.route.clone();
        if let Some(bucket) = state.buckets.get_mut(&old) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
            bucket.answered = true;
        }
        if let Some(name) = &headers.bucket {
            state
                .routes
                .insert(route.clone(), (name.clone(), headers.limit));
        }
        let key = state.bucket_key(&self.key);
        let refused = headers.refused;
        let bucket = state.bucket(&key, &route, now);
        bucket.heard(headers, now);
        match refused {
            None => bucket.refusals = 0,
            Some(Refused { after, global }) if !global || !self.key.counted => {
                bucket.blocked = Some(Until::in_(patience(after, bucket.refusals), now));
                bucket.refusals = bucket.refusals.saturating_add(1);
            }
            Some(_) => {}
        }
        match refused {
            Some(Refused {
                after,
                global: true,
                // All requests in flight get the same global 429, so only the first counts.
            }) if self.key.counted && state.paused.is_none_or(|until| until.is_over(now)) => {
                let wait = patience(after, state.pauses);
                state.pauses = state.pauses.saturating_add(1);
                state.paused = Some(Until::in_(wait, now));
                tracing::warn!(?wait, "Discord asks the whole bot to wait");
            }
            None if self.key.counted => state.pauses = 0,
            _ => {}
        }
        drop(state);
        self.limits.answered.notify_waiters();
    }
}

impl fmt::Debug for Permit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let Some(key) = self.bucket.take() else {
            return;
        };
        if let Some(bucket) = lock(&self.limits.state).buckets.get_mut(&key) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
            if !self.sent {
                bucket.remaining = bucket.remaining.saturating_add(1);
            }
        }
        self.limits.answered.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;

    use super::bucket::LONGEST;
    use super::*;
    use crate::kernel::ManualClock;

    const NOW: Duration = Duration::ZERO;

    fn posts(channel: u64) -> RouteKey {
        RouteKey::of("POST", &format!("/api/v10/channels/{channel}/messages"))
    }

    fn limits() -> (Limits, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::new(Moment(1_000_000)));
        let limits = Limits::default();
        limits.set_clock(Arc::clone(&clock) as Arc<dyn Clock>);
        (limits, clock)
    }

    fn headers(limit: u32, remaining: u32, seconds: u64) -> LimitHeaders {
        LimitHeaders {
            bucket: Some(String::from("posts")),
            limit: Some(limit),
            remaining: Some(remaining),
            reset_after: Some(Duration::from_secs(seconds)),
            ..LimitHeaders::default()
        }
    }

    fn refused(seconds: u64, global: bool) -> LimitHeaders {
        LimitHeaders {
            refused: Some(Refused {
                after: Duration::from_secs(seconds),
                global,
            }),
            ..LimitHeaders::default()
        }
    }

    #[tokio::test]
    async fn a_bucket_that_is_empty_keeps_its_channel_waiting_and_no_other() {
        let (limits, clock) = limits();
        for remaining in [1, 0] {
            let permit = limits.permit(posts(1), NOW).await.expect("a permit");
            permit.answered(&headers(2, remaining, 90));
        }
        let wait = limits.permit(posts(1), Duration::from_secs(1)).await.err();
        assert!(wait.expect("a wait") > Duration::from_secs(89));
        // A bucket of another channel begins full, with the known limit.
        let first = limits.permit(posts(2), NOW).await.expect("a permit");
        let _second = limits.permit(posts(2), NOW).await.expect("a permit");
        assert!(limits.permit(posts(2), NOW).await.is_err());
        drop(first);
        assert!(limits.permit(posts(2), NOW).await.is_ok());
        // Either clock ends the wait.
        clock.advance(Duration::from_secs(90));
        assert!(limits.wait_for(&posts(1)).is_none());
        assert!(limits.permit(posts(1), NOW).await.is_ok());
    }

    #[tokio::test]
    async fn nothing_is_retried_at_once_whatever_a_429_says() {
        let (limits, clock) = limits();
        let mut last = Duration::ZERO;
        for _ in 0..12 {
            let permit = limits.permit(posts(1), NOW).await.expect("a permit");
            permit.answered(&refused(0, false));
            assert!(limits.permit(posts(1), NOW).await.is_err());
            let wait = patience(
                Duration::ZERO,
                lock(&limits.state).buckets[&(posts(1).route, posts(1).major)].refusals - 1,
            );
            assert!(
                wait >= SHORTEST && wait >= last && wait <= LONGEST,
                "{wait:?}"
            );
            last = wait;
            clock.advance(wait);
        }
        assert_eq!(last, LONGEST);
    }

    #[tokio::test]
    async fn a_global_429_pauses_everything_but_interactions() {
        let (limits, clock) = limits();
        let permit = limits.permit(posts(1), NOW).await.expect("a permit");
        permit.answered(&refused(5, true));
        let wait = limits.permit(posts(2), Duration::from_secs(1)).await.err();
        assert!(wait.expect("a wait") > Duration::from_secs(4));
        let callback = RouteKey::of("POST", "/interactions/5/token/callback");
        assert!(limits.permit(callback, NOW).await.is_ok());
        let waiting = limits.permit(posts(2), Duration::from_secs(10));
        let (permit, ()) = tokio::join!(waiting, async {
            tokio::task::yield_now().await;
            clock.advance(Duration::from_secs(5));
        });
        assert!(permit.is_ok());
    }

    /// Sends counted requests at once, and returns the time of each.
    async fn departures(number: u64, stall: Option<Duration>) -> Vec<Instant> {
        let (limits, _) = limits();
        let requests = (0..number).map(|channel| {
            let limits = &limits;
            async move {
                let permit = limits.permit(posts(channel), Duration::from_secs(60));
                let permit = permit.await.expect("a permit");
                let left = Instant::now();
                permit.answered(&headers(5, 4, 1));
                left
            }
        });
        let stalling = async {
            if let Some(stall) = stall {
                tokio::time::sleep(GAP * 10).await;
                // The test runs in one thread, so the sleep stalls everything.
                std::thread::sleep(stall);
            }
        };
        tokio::join!(join_all(requests), stalling).0
    }

    #[tokio::test]
    async fn requests_asked_for_at_once_leave_one_after_another() {
        let begun = Instant::now();
        let mut left = departures(60, None).await;
        left.sort();
        // A busy machine can only make them later.
        for (number, at) in (0..).zip(&left) {
            assert!(*at - begun >= GAP * number, "{left:?}");
        }
    }

    #[tokio::test]
    async fn requests_delayed_by_a_stall_do_not_leave_together() {
        let mut left = departures(40, Some(Duration::from_millis(500))).await;
        left.sort();
        for pair in left.windows(2) {
            assert!(pair[1] - pair[0] >= GAP, "{left:?}");
        }
    }

    #[tokio::test]
    async fn request_that_would_wait_too_long_for_its_turn_is_refused() {
        let (limits, _) = limits();
        let patience = Duration::from_secs(1);
        let asked = (0..200).map(|channel| limits.permit(posts(channel), patience));
        let answers = join_all(asked).await;
        let went = answers.iter().filter(|answer| answer.is_ok()).count();
        assert!((20..=41).contains(&went), "{went}");
        let waits = answers.iter().filter_map(|answer| answer.as_ref().err());
        assert!(waits.min() > Some(&Duration::from_millis(900)));
    }

    #[tokio::test]
    async fn idle_buckets_are_forgotten() {
        let (limits, clock) = limits();
        for number in 0..20_000 {
            let key = RouteKey::of("POST", &format!("/webhooks/5/token-{number}"));
            let permit = limits.permit(key, NOW).await.expect("a permit");
            permit.answered(&headers(5, 4, 2));
            clock.advance(Duration::from_millis(20));
        }
        assert!(lock(&limits.state).buckets.len() <= 2 * FEW);
        assert!(lock(&limits.state).routes.len() == 1);
    }
}
