//! What follows a commit.

use std::sync::Arc;

use super::error::Error;
use crate::kernel::{Announcement, BoxFuture, CardUpdate};
use crate::matches::{Event, Fact, Match};

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

/// A part of what follows a commit. It knows no other part.
pub(crate) trait Reactor: Send + Sync {
    /// Follows a commit. What may fail is done in a task that tries it again, and what must happen follows from the store:
    /// the process may die at any moment.
    fn react<'a>(self: Arc<Self>, change: &'a Change, offers: &'a mut Offers) -> BoxFuture<'a, ()>;

    /// At the start: does what the store says is still to be done.
    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>>;
}
