//! The trusted time: that of the wall clock, while it agrees with the steady clock.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::clock::{Clock, ClockReading};
use super::lock::lock;
use crate::people::Moment;

/// How many milliseconds the clocks may diverge between two readings before that counts as a jump.
const TOLERANCE: i64 = 5_000;

/// The longest sleep between two readings of the clocks.
const LOOK: Duration = Duration::from_secs(20);

/// Maximum age of the last event at which the clock is trusted at startup.
const UNTOUCHED: Duration = Duration::from_hours(48);

/// The wall time, checked against the steady clock.
///
/// After a jump of the wall clock, the time continues by the steady clock until the wall clock has been stable for a
/// while.
pub(crate) struct Time {
    clock: Arc<dyn Clock>,
    settles: Duration,
    state: Mutex<State>,
}

struct State {
    /// The last reading at which both clocks agreed.
    together: ClockReading,
    doubt: Option<Doubt>,
}

/// A wall clock that may be wrong.
struct Doubt {
    /// How many milliseconds the wall clock is ahead of the steady one.
    ahead: i64,
    /// Since when, by the steady clock.
    since: Duration,
}

impl Time {
    /// Returns a time that trusts a new clock after it has been stable for `settles`. `latest` is the moment of the
    /// last event.
    pub(crate) fn new(
        clock: Arc<dyn Clock>,
        settles: Duration,
        latest: Option<Moment>,
        trusted: bool,
    ) -> Self {
        let now = clock.read();
        let strange = latest.filter(|latest| {
            now.wall.until(*latest) > Duration::from_millis(TOLERANCE.unsigned_abs())
                || latest.until(now.wall) > UNTOUCHED
        });
        let doubt = strange.filter(|_| !trusted).map(|latest| {
            tracing::warn!(
                now = %now.wall, %latest, settles = ?settles,
                "the last event is far from now: no time runs out until the clock has stood for a while"
            );
            Doubt {
                ahead: 0,
                since: now.steady,
            }
        });
        Self {
            clock,
            settles,
            state: Mutex::new(State {
                together: now,
                doubt,
            }),
        }
    }

    pub(crate) fn now(&self) -> Moment {
        self.look().0
    }

    /// Whether the time can be trusted enough to end matches.
    pub(crate) fn is_trusted(&self) -> bool {
        self.look();
        lock(&self.state).doubt.is_none()
    }

    /// Waits until this moment of the trusted time.
    pub(crate) async fn until(&self, moment: Moment) {
        loop {
            let (now, steady) = self.look();
            let left = now.until(moment);
            if left.is_zero() {
                return;
            }
            self.clock.wait_until(steady + left.min(LOOK)).await;
        }
    }

    /// Waits until the time can be trusted.
    pub(crate) async fn trusted(&self) {
        while !self.is_trusted() {
            let (_, steady) = self.look();
            self.clock.wait_until(steady + LOOK).await;
        }
    }

    /// Waits for a time by the steady clock.
    pub(crate) async fn sleep(&self, time: Duration) {
        let until = self.clock.read().steady + time;
        self.clock.wait_until(until).await;
    }

    fn look(&self) -> (Moment, Duration) {
        let mut state = lock(&self.state);
        // Read under the lock, so that readings are in order.
        let reading = self.clock.read();
        let passed = reading.steady.saturating_sub(state.together.steady);
        let steadily = state.together.wall.after(passed);
        let ahead = reading.wall.0.saturating_sub(steadily.0);
        let near = |other: i64| ahead.abs_diff(other) <= TOLERANCE.unsigned_abs();
        let stood = state
            .doubt
            .as_ref()
            .filter(|doubt| near(doubt.ahead))
            .map(|doubt| reading.steady.saturating_sub(doubt.since) >= self.settles);
        let now = match stood {
            Some(true) => {
                tracing::info!(now = %reading.wall, "the clock has stood for a while: it is trusted");
                (state.together, state.doubt) = (reading, None);
                reading.wall
            }
            Some(false) => steadily,
            None if near(0) => {
                if state.doubt.take().is_some() {
                    tracing::info!(now = %reading.wall, "the clock is back where it should be");
                }
                state.together = reading;
                reading.wall
            }
            None => {
                tracing::warn!(
                    from = %steadily, to = %reading.wall, settles = ?self.settles,
                    "the clock has jumped: no time runs out until the new time has stood for a while"
                );
                state.doubt = Some(Doubt {
                    ahead,
                    since: reading.steady,
                });
                steadily
            }
        };
        (now, reading.steady)
    }
}
