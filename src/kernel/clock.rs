use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use tokio::sync::watch;

use crate::people::Moment;

/// A wall clock and a steady clock.
///
/// The wall clock can be set. The steady clock cannot be set, but has no date. Both are read together so that they can
/// be compared.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// Reads both clocks.
    fn read(&self) -> ClockReading;

    /// Waits until the steady clock shows this time.
    async fn wait_until(&self, steady: Duration);
}

/// The times of both clocks at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    pub wall: Moment,
    /// Time since a fixed start; never decreases.
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

#[async_trait]
impl Clock for SystemClock {
    fn read(&self) -> ClockReading {
        ClockReading {
            wall: SystemTime::now().into(),
            steady: self.begin.elapsed(),
        }
    }

    async fn wait_until(&self, steady: Duration) {
        tokio::time::sleep(steady.saturating_sub(self.begin.elapsed())).await;
    }
}

/// Clocks that advance only by calls, for tests and simulated matches.
#[derive(Debug)]
pub struct ManualClock {
    now: watch::Sender<ClockReading>,
}

impl ManualClock {
    /// Returns clocks whose wall clock shows this moment.
    pub fn new(now: Moment) -> Self {
        Self {
            now: watch::Sender::new(ClockReading {
                wall: now,
                steady: Duration::ZERO,
            }),
        }
    }

    /// Advances both clocks, and ends all waits that are due.
    pub fn advance(&self, by: Duration) {
        self.now.send_modify(|now| {
            now.wall = now.wall.after(by);
            now.steady += by;
        });
    }

    /// Sets the wall clock, forwards or backwards. The steady clock does not advance.
    pub fn set(&self, now: Moment) {
        self.now.send_modify(|reading| reading.wall = now);
    }

    /// Returns the time of the wall clock.
    pub fn now(&self) -> Moment {
        self.now.borrow().wall
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn read(&self) -> ClockReading {
        *self.now.borrow()
    }

    async fn wait_until(&self, steady: Duration) {
        // This cannot fail: `self` holds the sender.
        let _ = self
            .now
            .subscribe()
            .wait_for(|now| now.steady >= steady)
            .await;
    }
}
