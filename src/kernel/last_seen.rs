use std::collections::HashMap;
use std::sync::Mutex;

use super::lock::lock;
use crate::matches::{MatchId, UserId};

/// Which board of a match each player is known to have looked at last: whoever pressed or typed anything there may have
/// seen it. The store knows it too; this is only so that it is written once.
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
