//! Tries of one message: how often, and whether it may be there already.

use std::future::Future;
use std::time::{Duration, Instant};

use super::announcer::NotSent;
use super::permits::Kind;
use crate::kernel::tasks::Tasks;
use crate::kernel::{BoxFuture, Kernel};
use crate::matches::GuildId;
use crate::people::Moment;

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

    /// Sends a message to a server by the calendar, until it is there or refused for good. Returns `None` if it was tried often
    /// enough, may be there, or the program ends.
    pub(crate) async fn deliver<'a, T>(
        &mut self,
        kernel: &'a Kernel,
        guild: GuildId,
        at: Moment,
        message: impl Fn() -> BoxFuture<'a, Result<T, NotSent>>,
    ) -> Result<Option<T>, NotSent> {
        while !self.may_be_sent() {
            let permit = kernel.permits.permit(Kind::Calendar, guild.0, at).await;
            if kernel.tasks.is_stopping() {
                return Ok(None);
            }
            let sent = self.send(message()).await;
            drop(permit);
            let why = match sent {
                Ok(sent) => return Ok(Some(sent)),
                Err(why @ (NotSent::Limited(_) | NotSent::Later(_))) => why,
                Err(refused) => return Err(refused),
            };
            tracing::warn!(%guild, %why, "a post to a server waits");
            if !self.wait(&kernel.tasks, &why).await {
                return Ok(None);
            }
        }
        tracing::warn!(%guild, "a post to a server is not tried again: it may be there");
        Ok(None)
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
