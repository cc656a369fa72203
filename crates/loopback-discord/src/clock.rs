//! The sandbox's clock: every rule about time asks it, so that tests can move time by hand.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// A moment: milliseconds since the Unix epoch.
pub type Millis = u64;

/// What time it is in the sandbox.
///
/// Three seconds for an answer, fifteen minutes for a token, an hour before edits are rationed, a day before a thread
/// is archived: all are counted on this clock. Clones share it.
#[derive(Clone, Debug)]
pub struct Clock {
    /// The moment at which a stopped clock stands before anybody moves it.
    stopped_at: Option<Millis>,
    ahead: Arc<watch::Sender<Millis>>,
}

impl Clock {
    /// A clock that runs with the machine's.
    pub fn running() -> Clock {
        Clock {
            stopped_at: None,
            ahead: Arc::new(watch::Sender::new(0)),
        }
    }

    /// A clock that stands still at the present moment until [`Clock::advance`] moves it. Tests use it so that a slow
    /// machine never lets an interaction run out.
    pub fn stopped() -> Clock {
        Clock {
            stopped_at: Some(machine_time()),
            ahead: Arc::new(watch::Sender::new(0)),
        }
    }

    /// The present moment.
    pub fn now(&self) -> Millis {
        self.stopped_at
            .unwrap_or_else(machine_time)
            .saturating_add(*self.ahead.borrow())
    }

    /// Advances time, and wakes all waits that are over.
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.ahead
            .send_modify(|ahead| *ahead = ahead.saturating_add(by));
    }

    /// Returns by how many milliseconds it was moved forward.
    pub fn ahead(&self) -> Millis {
        *self.ahead.borrow()
    }

    /// Waits until a moment has come.
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

/// A moment as Discord writes it: `2026-08-01T12:00:00.123000+00:00`.
pub(crate) fn timestamp(moment: Millis) -> String {
    // humantime panics after the year 9999.
    let moment = moment.min(253_402_300_799_999);
    let text =
        humantime::format_rfc3339_micros(UNIX_EPOCH + Duration::from_millis(moment)).to_string();
    text.replace('Z', "+00:00")
}
