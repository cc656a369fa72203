//! The sandbox's clock. Every rule about time reads it, so that tests can move time by hand.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// A moment: milliseconds since the Unix epoch.
pub type Millis = u64;

/// The current time in the sandbox.
///
/// Deadlines of three seconds for an answer and fifteen minutes for a token, the hour before edits are rate-limited,
/// and the times until a thread is hidden or archived are measured by this clock. Clones share it.
#[derive(Clone, Debug)]
pub struct Clock {
    /// The initial time of a stopped clock; `None` for a running clock.
    stopped_at: Option<Millis>,
    ahead: Arc<watch::Sender<Millis>>,
}

impl Clock {
    /// Creates a clock that runs with the machine's.
    pub fn running() -> Clock {
        Clock {
            stopped_at: None,
            ahead: Arc::new(watch::Sender::new(0)),
        }
    }

    /// Creates a clock that is stopped at the current time and moves only by [`Clock::advance`].
    ///
    /// Tests use it so that a slow machine never lets an interaction expire.
    pub fn stopped() -> Clock {
        Clock {
            stopped_at: Some(machine_time()),
            ahead: Arc::new(watch::Sender::new(0)),
        }
    }

    /// Returns the current time.
    pub fn now(&self) -> Millis {
        self.stopped_at
            .unwrap_or_else(machine_time)
            .saturating_add(*self.ahead.borrow())
    }

    /// Advances time, and wakes all expired waits.
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.ahead
            .send_modify(|ahead| *ahead = ahead.saturating_add(by));
    }

    /// Returns the time by which the clock was moved forward.
    pub fn ahead(&self) -> Millis {
        *self.ahead.borrow()
    }

    /// Waits until the given time.
    pub async fn reached(&self, moment: Millis) {
        let mut moved = self.ahead.subscribe();
        loop {
            let now = self.now();
            if now >= moment {
                return;
            }
            // The sender lives as long as `self`, so `changed` cannot fail here.
            if self.stopped_at.is_some() {
                let _ = moved.changed().await;
            } else {
                let _ = tokio::time::timeout(Duration::from_millis(moment - now), moved.changed())
                    .await;
            }
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Clock::running()
    }
}

fn machine_time() -> Millis {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
}

/// Formats a time like Discord: `2026-08-01T12:00:00.123000+00:00`.
pub(crate) fn timestamp(moment: Millis) -> String {
    // humantime panics after the year 9999.
    let moment = moment.min(253_402_300_799_999);
    let text =
        humantime::format_rfc3339_micros(UNIX_EPOCH + Duration::from_millis(moment)).to_string();
    text.replace('Z', "+00:00")
}
