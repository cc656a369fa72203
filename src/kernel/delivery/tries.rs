//! Tries of one message: how often, and whether it may be there already.

use std::future::Future;
use std::time::{Duration, Instant};

use super::announcer::NotSent;
use crate::kernel::tasks::Tasks;

/// So often, and the first wait; each further one is twice as long.
const MOST: u32 = 6;
const FIRST_WAIT: Duration = Duration::from_secs(2);

/// How long after an attempt without an answer Discord surely still knows the nonce of the message, and posts it once only.
const NONCE_KNOWN: Duration = Duration::from_mins(2);

/// The tries of one message. They survive a failure of the store or a panic.
pub(crate) struct Tries {
    left: u32,
    wait: Duration,
    sent: Sent,
}

/// Whether a message is there.
enum Sent {
    No,
    /// Nobody knows. Until some time after this attempt it may be tried again.
    Perhaps(Instant),
    /// It is, or an attempt panicked.
    Yes,
}

impl Tries {
    pub(crate) const fn new() -> Self {
        Self {
            left: MOST,
            wait: FIRST_WAIT,
            sent: Sent::No,
        }
    }

    /// Sends the message. Should that panic, it counts as sent.
    pub(crate) async fn send<T>(
        &mut self,
        message: impl Future<Output = Result<T, NotSent>>,
    ) -> Result<T, NotSent> {
        let before = std::mem::replace(&mut self.sent, Sent::Yes);
        let sent = message.await;
        match &sent {
            Ok(_) => {}
            Err(NotSent::Later(_)) => self.sent = Sent::Perhaps(Instant::now()),
            Err(NotSent::Limited(_) | NotSent::Closed | NotSent::Never(_)) => self.sent = before,
        }
        sent
    }

    /// Whether another attempt could send the message twice.
    pub(crate) fn may_be_sent(&self) -> bool {
        match self.sent {
            Sent::No => false,
            Sent::Perhaps(at) => at.elapsed() > NONCE_KNOWN,
            Sent::Yes => true,
        }
    }

    /// Waits until the message may be tried again; false: there is nothing to wait for. That a limit holds it up is no try.
    pub(crate) async fn wait(&mut self, tasks: &Tasks, why: &NotSent) -> bool {
        let pause = match why {
            NotSent::Limited(after) => (*after).max(FIRST_WAIT),
            NotSent::Later(_) => {
                self.left = self.left.saturating_sub(1);
                if self.left == 0 {
                    return false;
                }
                let wait = self.wait;
                self.wait *= 2;
                wait
            }
            NotSent::Closed | NotSent::Never(_) => return false,
        };
        tasks.wait(pause).await
    }
}
