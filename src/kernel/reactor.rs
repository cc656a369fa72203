//! What follows a commit.

use std::any::Any;
use std::sync::Arc;

use super::error::Error;
use crate::kernel::{Announcement, BoxFuture, CardUpdate, Kernel};
use crate::matches::{Alarm, Command, Event, Fact, Match};
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

/// What the one who made the change is offered to do themselves.
#[derive(Default)]
pub(crate) struct Offers {
    pub(crate) news: Option<Announcement>,
    pub(crate) card: Option<CardUpdate>,
}

/// A part of what follows a commit. It knows no other part, and holds no kernel: each call hands it over.
pub(crate) trait Reactor: Any + Send + Sync {
    /// Follows a commit. What may fail is done in a task that tries it again, and what must happen follows from the store:
    /// the process may die at any moment.
    fn react<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        change: &'a Change,
        offers: &'a mut Offers,
    ) -> BoxFuture<'a, ()> {
        let _ = (kernel, change, offers);
        Box::pin(std::future::ready(()))
    }

    /// At the start: does what the store says is still to be done.
    fn resume<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        let _ = kernel;
        Box::pin(std::future::ready(Ok(())))
    }

    /// Finds a command that was due before the time of the player to move ran out, and since when it was due.
    fn due<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        state: &'a Match,
    ) -> BoxFuture<'a, Result<Option<(Command, Moment)>, Error>> {
        let _ = (kernel, state);
        Box::pin(std::future::ready(Ok(None)))
    }

    /// Stops the clock of a player whose time has run out, as of before it did. Returns whether it was stopped.
    fn stop_clock<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        state: &'a Match,
    ) -> BoxFuture<'a, Result<bool, Error>> {
        let _ = (kernel, state);
        Box::pin(std::future::ready(Ok(false)))
    }

    /// Takes an alarm that asks for more than a look at the clock. Returns whether it is this reactor's.
    fn take_alarm(&self, kernel: &Arc<Kernel>, alarm: &Alarm) -> bool {
        let _ = (kernel, alarm);
        false
    }
}
