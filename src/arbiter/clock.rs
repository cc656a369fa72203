use std::time::{Duration, SystemTime};

use tokio::sync::watch;

use super::BoxFuture;
use crate::matches::Moment;

/// The time, and waiting for it.
pub trait Clock: Send + Sync + 'static {
    /// What time it is.
    fn now(&self) -> Moment;

    /// Is ready once [`now`](Self::now) has reached this moment.
    fn wait_until(&self, moment: Moment) -> BoxFuture<'_, ()>;
}

/// The computer's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        SystemTime::now().into()
    }

    fn wait_until(&self, moment: Moment) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // In small parts, for the computer may sleep and its clock may be set meanwhile.
            loop {
                let left = self.now().until(moment);
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left.min(Duration::from_secs(20))).await;
            }
        })
    }
}

/// A clock that stands until it is moved: for tests and for playing matches through.
#[derive(Debug)]
pub struct ManualClock {
    now: watch::Sender<Moment>,
}

impl ManualClock {
    /// A clock that shows this moment.
    #[must_use]
    pub fn new(now: Moment) -> Self {
        Self {
            now: watch::Sender::new(now),
        }
    }

    /// Moves it on; whoever waits for a moment that is reached goes on.
    pub fn advance(&self, by: Duration) {
        self.now.send_modify(|now| *now = now.after(by));
    }

    /// Sets it, backwards too.
    pub fn set(&self, now: Moment) {
        self.now.send_replace(now);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Moment {
        *self.now.borrow()
    }

    fn wait_until(&self, moment: Moment) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // It cannot fail: the sender is our own.
            let _ = self.now.subscribe().wait_for(|now| *now >= moment).await;
        })
    }
}
