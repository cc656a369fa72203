//! How often a message is tried that Discord does not take now.

use std::time::Duration;

use super::announcer::NotSent;
use super::tasks::Tasks;

/// So often, and the first wait; each further one is twice as long.
const MOST: u32 = 6;
const FIRST_WAIT: Duration = Duration::from_secs(2);

/// The tries of one message.
pub(super) struct Tries {
    left: u32,
    wait: Duration,
}

impl Tries {
    pub(super) const fn new() -> Self {
        Self {
            left: MOST,
            wait: FIRST_WAIT,
        }
    }

    /// Waits until the message may be tried again; false: there is nothing to wait for. That a limit holds it up is no try.
    pub(super) async fn wait(&mut self, tasks: &Tasks, why: &NotSent) -> bool {
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
