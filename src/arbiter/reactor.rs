//! What follows a commit.

use std::sync::Arc;

use super::BoxFuture;
use super::error::Error;
use super::rights::{Announcement, CardUpdate};
use crate::matches::{Event, Fact, Match};

/// What a commit changed.
pub(super) struct Change {
    /// The match before it; `None` for a new challenge.
    pub(super) before: Option<Arc<Match>>,
    pub(super) after: Arc<Match>,
    /// What happened, in order; at least one event.
    pub(super) events: Vec<Event>,
}

impl Change {
    /// Whether a computer has made it.
    pub(super) fn is_by_computer(&self) -> bool {
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
pub(super) struct Offers {
    pub(super) news: Option<Announcement>,
    pub(super) card: Option<CardUpdate>,
}

/// A part of what follows a commit. It knows no other part.
pub(super) trait Reactor: Send + Sync {
    /// Follows a commit. What may fail is done in a task that tries it again, and what must happen follows from the store:
    /// the process may die at any moment.
    fn react<'a>(self: Arc<Self>, change: &'a Change, offers: &'a mut Offers) -> BoxFuture<'a, ()>;

    /// At the start: does what the store says is still to be done.
    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>>;
}
