use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;

use crate::kernel::BoxFuture;
use crate::people::Moment;

/// The time, and waiting for it.
///
/// A calendar clock can be set; a steady one cannot, but knows no date. Both are read together, so that one can be held
/// against the other.
pub trait Clock: Send + Sync + 'static {
    /// What both clocks show now.
    fn read(&self) -> ClockReading;

    /// Is ready once the steady clock shows this.
    fn wait_until(&self, steady: Duration) -> BoxFuture<'_, ()>;
}

/// What both clocks show at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// By the calendar.
    pub wall: Moment,
    /// Since some beginning of its own; never less than before.
    pub steady: Duration,
}

/// The computer's clocks.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    begin: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self {
            begin: Instant::now(),
        }
    }
}

impl Clock for SystemClock {
    fn read(&self) -> ClockReading {
        ClockReading {
            wall: SystemTime::now().into(),
            steady: self.begin.elapsed(),
        }
    }

    fn wait_until(&self, steady: Duration) -> BoxFuture<'_, ()> {
        Box::pin(tokio::time::sleep(
            steady.saturating_sub(self.begin.elapsed()),
        ))
    }
}

/// Clocks that stand until they are moved: for tests and for playing matches through.
#[derive(Debug)]
pub struct ManualClock {
    now: watch::Sender<ClockReading>,
}

impl ManualClock {
    /// Clocks of which the calendar's shows this moment.
    #[must_use]
    pub fn new(now: Moment) -> Self {
        Self {
            now: watch::Sender::new(ClockReading {
                wall: now,
                steady: Duration::ZERO,
            }),
        }
    }

    /// Advances both clocks, and wakes all waits that are over.
    pub fn advance(&self, by: Duration) {
        self.now.send_modify(|now| {
            now.wall = now.wall.after(by);
            now.steady += by;
        });
    }

    /// Sets the calendar's clock, backwards too. No time passes.
    pub fn set(&self, now: Moment) {
        self.now.send_modify(|reading| reading.wall = now);
    }

    /// What the calendar's clock shows.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.now.borrow().wall
    }
}

impl Clock for ManualClock {
    fn read(&self) -> ClockReading {
        *self.now.borrow()
    }

    fn wait_until(&self, steady: Duration) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // It cannot fail: the sender is our own.
            let _ = self
                .now
                .subscribe()
                .wait_for(|now| now.steady >= steady)
                .await;
        })
    }
}
