//! The boards that players have seen: a turn that the opponent has not seen can be taken back without asking.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::error::Result;
use super::lock::lock;
use crate::kernel::Kernel;
use crate::matches::{Match, MatchId, UserId};

/// The last board that each player has seen in each match. A press or a command in a match counts as a look. The store
/// has it too; this copy avoids repeated writes.
#[derive(Default)]
pub(crate) struct LastSeen {
    noted: Mutex<HashMap<(MatchId, UserId), u32>>,
}

/// Maximum number of entries. Then all are evicted and stored again at the next look.
const MANY: usize = 4096;

impl LastSeen {
    /// Records a look. Returns whether the board differs from the last one.
    pub(crate) fn is_new(&self, id: MatchId, user: UserId, board: u32) -> bool {
        let mut noted = lock(&self.noted);
        if noted.len() >= MANY {
            noted.clear();
        }
        noted.insert((id, user), board) != Some(board)
    }
}

impl Kernel {
    /// Stores that a player has seen the board, before the player gets an answer. Only a look within the grace period
    /// of the last turn matters.
    pub(crate) async fn note_seen(&self, state: &Match, user: UserId) {
        let (id, now) = (state.id(), self.time.now());
        let plays = state.seat_of(user).is_some();
        let young = state
            .record()
            .last()
            .is_some_and(|turn| turn.at.until(now) <= self.settings.takeback_grace);
        if plays
            && young
            && self.last_seen.is_new(id, user, state.board())
            && let Err(error) = self.store.store_look(id, user, state.board()).await
        {
            tracing::error!(match_id = %id, %error, "cannot keep that a player has looked at a board");
        }
    }

    /// Returns how long a player's last turn can be taken back without asking; zero if the opponent may have seen it.
    pub(crate) async fn grace(self: &Arc<Self>, id: MatchId, by: UserId) -> Result<Duration> {
        let state = self.load(id).await?;
        let Some(other) = state
            .seat_of(by)
            .and_then(|seat| state.person(seat.other()))
        else {
            return Ok(Duration::ZERO);
        };
        let seen = self.store.look(id, other).await? == Some(state.board());
        Ok(if seen {
            Duration::ZERO
        } else {
            self.settings.takeback_grace
        })
    }
}
