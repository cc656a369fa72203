//! The time that counts: that of the calendar's clock, as long as it goes with the steady one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::clock::{Clock, ClockReading};
use super::lock::lock;
use crate::people::Moment;

/// How far the two clocks may part between two looks before it counts as a jump.
const TOLERANCE: i64 = 5_000;

/// The longest sleep without a look at both clocks.
const LOOK: Duration = Duration::from_secs(20);

/// How long a database may lie untouched before the clock is doubted at the start.
const UNTOUCHED: Duration = Duration::from_hours(48);

/// The time, held against a clock that nobody can set.
///
/// After a jump of the calendar's clock, the time goes on steadily as if there had been none, until the new one has
/// stood for a while.
pub(crate) struct Time {
    clock: Arc<dyn Clock>,
    settles: Duration,
    state: Mutex<State>,
}

struct State {
    /// When both went together last.
    together: ClockReading,
    doubt: Option<Doubt>,
}

/// The calendar's clock may be wrong.
struct Doubt {
    /// By how many milliseconds it is ahead of the steady one.
    ahead: i64,
    /// Since when, by the steady one.
    since: Duration,
}

impl Time {
    /// A new clock is trusted after it has stood for `settles`. `latest` is the last moment that is known from before.
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

    /// What time it is.
    pub(crate) fn now(&self) -> Moment {
        self.look().0
    }

    /// Whether the time can be trusted as far as ending matches.
    pub(crate) fn is_trusted(&self) -> bool {
        self.look();
        lock(&self.state).doubt.is_none()
    }

    /// Is ready once the time has come, by the time as it is trusted.
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

    /// Is ready once the time can be trusted.
    pub(crate) async fn trusted(&self) {
        while !self.is_trusted() {
            let (_, steady) = self.look();
            self.clock.wait_until(steady + LOOK).await;
        }
    }

    /// Is ready after so much time.
    pub(crate) async fn sleep(&self, time: Duration) {
        let until = self.clock.read().steady + time;
        self.clock.wait_until(until).await;
    }

    fn look(&self) -> (Moment, Duration) {
        let mut state = lock(&self.state);
        // Read under the lock, so that looks come in order.
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
