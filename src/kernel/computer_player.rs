use super::BoxFuture;
use crate::games::AnyPosition;
use crate::matches::{Level, Match};
use crate::search::Thought;

/// A computer opponent for all games.
pub trait ComputerPlayer: Send + Sync + 'static {
    /// The whole turn that a computer of this level makes in a match in which it is to move. It is dropped in the middle of
    /// its thoughts when the match changes, and asked again after a failure or a restart.
    fn think<'a>(&'a self, state: &'a Match, level: Level) -> BoxFuture<'a, String>;

    /// Whether a computer accepts the draw that is on offer, whatever its level.
    fn accepts_draw<'a>(&'a self, state: &'a Match) -> BoxFuture<'a, bool>;

    /// What a computer that gives advice thinks of a position; `None` when it has failed. The same seed gives the same
    /// thought. It is dropped in the middle when nobody waits for it any more.
    fn opine(&self, position: AnyPosition, seed: u64) -> BoxFuture<'_, Option<Thought>> {
        let _ = (position, seed);
        Box::pin(std::future::ready(None))
    }

    /// In how many matches it can think at once, at least one.
    fn at_once(&self) -> usize {
        1
    }
}
