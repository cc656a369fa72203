use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use super::start::Inner;
use super::{Error, Fault};
use crate::matches::{Command, Match, Moment};

/// What the task that waits for the nearest deadline is waiting for.
pub(super) struct Deadlines {
    nearest: AtomicI64,
    nearer: Notify,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            nearest: AtomicI64::new(i64::MIN),
            nearer: Notify::new(),
        }
    }
}

impl Deadlines {
    /// A match has changed: wakes the task if that match's deadline comes before the one it waits for.
    pub(super) fn watch(&self, state: &Match) {
        if state
            .deadline()
            .is_some_and(|deadline| deadline.0 < self.nearest.load(Ordering::SeqCst))
        {
            self.nearer.notify_one();
        }
    }
}

/// How long to wait after a failure.
const AGAIN: Duration = Duration::from_secs(60);

impl Inner {
    /// Ends matches whose time runs out, until the arbiter is to end.
    pub(super) async fn watch_deadlines(self: Arc<Self>) {
        loop {
            // Until the nearest one is known, every new deadline counts as nearer and wakes us again.
            self.deadlines.nearest.store(i64::MAX, Ordering::SeqCst);
            let wake = match self.flag_overdue().await {
                Ok(nearest) => nearest,
                Err(fault) => {
                    tracing::error!(%fault, "cannot watch the deadlines");
                    Some(self.clock.now().after(AGAIN))
                }
            };
            self.deadlines
                .nearest
                .store(wake.map_or(i64::MAX, |moment| moment.0), Ordering::SeqCst);
            let due = async {
                match wake {
                    Some(moment) => self.clock.wait_until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.stopped() => return,
                () = self.deadlines.nearer.notified() => {}
                () = due => {}
            }
        }
    }

    /// Ends the matches that are overdue and says when to look again.
    async fn flag_overdue(self: &Arc<Self>) -> Result<Option<Moment>, Fault> {
        let now = self.clock.now();
        for id in self.store.overdue(now).await? {
            // An answer that was laid down in time counts.
            self.answer(id).await;
            match self.act(id, &Command::Flag, None).await {
                Ok(update) => update.leave_to_arbiter(),
                // Somebody moved or resigned at the last moment.
                Err(Error::Refused(_)) => {}
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot end a match whose time has run out")
                }
            }
        }
        // One that is still there could not be ended, and must not keep us spinning.
        let nearest = self.store.next_deadline().await?;
        Ok(nearest.map(|moment| {
            if moment <= now {
                now.after(AGAIN)
            } else {
                moment
            }
        }))
    }
}
