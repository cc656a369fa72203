use async_trait::async_trait;

use crate::games::AnyPosition;
use crate::matches::{Level, Match};
use crate::search::Thought;

/// A computer opponent for all games.
#[async_trait]
pub trait ComputerPlayer: Send + Sync + 'static {
    /// Returns the whole turn of a computer of this level, which must be to move. The caller drops the future if the
    /// match changes, and asks again after a failure or a restart.
    async fn think(&self, state: &Match, level: Level) -> String;

    /// Whether a computer of any level accepts the offered draw.
    async fn accepts_draw(&self, state: &Match) -> bool;

    /// Returns an advising computer's evaluation of a position; `None` if the search failed. The same seed gives the
    /// same evaluation. The caller drops the future if no caller waits for the result any more.
    async fn evaluate(&self, position: AnyPosition, seed: u64) -> Option<Thought> {
        let _ = (position, seed);
        None
    }

    /// Returns an evaluation by a longer search than [`evaluate`](Self::evaluate), for a position in doubt.
    async fn reconsider(&self, position: AnyPosition, seed: u64) -> Option<Thought> {
        self.evaluate(position, seed).await
    }

    /// Returns the number of matches in which computers can think at once, at least 1.
    fn at_once(&self) -> usize {
        1
    }
}
