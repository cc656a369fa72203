//! The work after a commit.

use std::sync::Arc;

use async_trait::async_trait;

use super::error::Result;
use crate::kernel::{Announcement, CardUpdate, Kernel, MatchPosts};
use crate::matches::{Command, Event, Fact, Match, MatchId, UserId};
use crate::people::Moment;

/// The change that a commit made.
pub(crate) struct Change {
    /// The match before the change; `None` for a new challenge.
    pub(crate) before: Option<Arc<Match>>,
    pub(crate) after: Arc<Match>,
    /// The events in order, at least one.
    pub(crate) events: Vec<Event>,
    /// The moment of the match's nearest alarm or an earlier one; `None` if it has no alarm.
    pub(crate) alarm: Option<Moment>,
}

impl Change {
    /// Whether a computer made the change.
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
    /// The places and news of the match, once a reactor has read them after the change.
    pub(crate) match_posts: Option<MatchPosts>,
}

impl CallerPosts {
    /// Returns the places and news of the match, read only once for all reactors.
    pub(crate) async fn match_posts(
        &mut self,
        kernel: &Kernel,
        id: MatchId,
    ) -> Result<&MatchPosts> {
        let read = match self.match_posts.take() {
            Some(read) => read,
            None => kernel.ledger.match_posts(id).await?,
        };
        Ok(self.match_posts.insert(read))
    }
}

/// Work after each commit. A reactor does not know other reactors and does not keep the kernel.
#[async_trait]
pub(crate) trait Reactor: Send + Sync {
    /// Runs after a commit. Work that may fail runs in a task with retries. Work that must be done follows from the
    /// store, because the process may die at any moment.
    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, posts: &mut CallerPosts) {
        let _ = (kernel, change, posts);
    }

    /// Runs after the thread of a match has become known, which [`Hooks`](crate::db::Hooks) were told in the transaction.
    async fn thread_opened(&self, kernel: &Arc<Kernel>, state: &Match) {
        let _ = (kernel, state);
    }

    /// Resumes at startup the work that is unfinished according to the store.
    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        let _ = kernel;
        Ok(())
    }

    /// Returns a command that was due before the player to move ran out of time, and when it became due.
    async fn due(&self, kernel: &Arc<Kernel>, state: &Match) -> Result<Option<(Command, Moment)>> {
        let _ = (kernel, state);
        Ok(None)
    }

    /// Returns the people whom the post of a new board mentions because they vote on its turn.
    async fn called(&self, kernel: &Arc<Kernel>, state: &Match) -> Result<Vec<UserId>> {
        let _ = (kernel, state);
        Ok(Vec::new())
    }

    /// Stops a player's clock at a moment before it ran out. Returns whether the clock was stopped.
    async fn stop_clock(&self, kernel: &Arc<Kernel>, state: &Match) -> Result<bool> {
        let _ = (kernel, state);
        Ok(false)
    }
}
