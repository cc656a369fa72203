//! Which boards players have seen: a turn that the other player has not seen may be taken back without asking.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::error::Error;
use super::lock::lock;
use crate::kernel::Kernel;
use crate::matches::{Match, MatchId, UserId};

/// The board of a match that each player looked at last: a press or a command in a match counts as a look. The store has it
/// too; this copy avoids writing it twice.
#[derive(Default)]
pub(crate) struct LastSeen {
    noted: Mutex<HashMap<(MatchId, UserId), u32>>,
}

/// From how many boards on all are forgotten, and written once more.
const MANY: usize = 4096;

impl LastSeen {
    /// Whether this board is another one than the last.
    pub(crate) fn is_new(&self, id: MatchId, user: UserId, board: u32) -> bool {
        let mut noted = lock(&self.noted);
        if noted.len() >= MANY {
            noted.clear();
        }
        noted.insert((id, user), board) != Some(board)
    }
}

impl Kernel {
    /// Somebody pressed or typed something in a match that stands like this. It is kept before they get their answer,
    /// where it matters: as long as the other player's turn is young.
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

    /// How young a player's last turn must be to be taken back without asking; nothing if the other player may have
    /// seen it.
    pub(crate) async fn grace(
        self: &Arc<Self>,
        id: MatchId,
        by: UserId,
    ) -> Result<Duration, Error> {
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
