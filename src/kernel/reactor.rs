//! What follows a commit.

use std::sync::Arc;

use super::error::Error;
use crate::kernel::{Announcement, BoxFuture, CardUpdate, Kernel};
use crate::matches::{Command, Event, Fact, Match};
use crate::people::Moment;

/// What a commit changed.
pub(crate) struct Change {
    /// The match before it; `None` for a new challenge.
    pub(crate) before: Option<Arc<Match>>,
    pub(crate) after: Arc<Match>,
    /// What happened, in order; at least one event.
    pub(crate) events: Vec<Event>,
}

impl Change {
    /// Whether a computer has made it.
    pub(crate) fn is_by_computer(&self) -> bool {
        self.events.iter().all(|event| match event.fact {
            Fact::Turn { seat, .. } | Fact::DrawAgreed { seat } | Fact::DrawDeclined { seat } => {
                self.after.computer(seat).is_some()
            }
            _ => false,
        })
    }
}

/// The posts about a change that its caller may make in its own answer.
#[derive(Default)]
pub(crate) struct CallerPosts {
    pub(crate) news: Option<Announcement>,
    pub(crate) card: Option<CardUpdate>,
}

/// Something that follows commits. A reactor knows no other reactor, and does not keep the kernel.
pub(crate) trait Reactor: Send + Sync {
    /// Follows a commit. What may fail is done in a task that tries it again, and what must happen follows from the store:
    /// the process may die at any moment.
    fn react<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        change: &'a Change,
        posts: &'a mut CallerPosts,
    ) -> BoxFuture<'a, ()> {
        let _ = (kernel, change, posts);
        Box::pin(std::future::ready(()))
    }

    /// At the start: does what the store says is still to be done.
    fn start<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        let _ = kernel;
        Box::pin(std::future::ready(Ok(())))
    }

    /// Returns a command that was due before the player to move ran out of time, and when it became due.
    fn due<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        state: &'a Match,
    ) -> BoxFuture<'a, Result<Option<(Command, Moment)>, Error>> {
        let _ = (kernel, state);
        Box::pin(std::future::ready(Ok(None)))
    }

    /// Stops the clock of a player at a moment before it ran out. Returns whether the clock was stopped.
    fn stop_clock<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        state: &'a Match,
    ) -> BoxFuture<'a, Result<bool, Error>> {
        let _ = (kernel, state);
        Box::pin(std::future::ready(Ok(false)))
    }
}
