//! When a game stands still: some rules let two players move on for ever.

use super::{DynPosition, Effect};

/// After how many turns without [progress](super::Position::is_progress) a game stands still.
///
/// No rule of a game ends it then. Computers agree to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standstill {
    /// How many turns of each seat.
    pub moves: u32,
    /// What has not happened in them, as a sentence without an end: `nothing was captured`.
    pub without: &'static str,
}

impl Standstill {
    /// Whether a game stands still that has made no progress for this many turns, those of both seats.
    #[must_use]
    pub const fn is_reached(self, quiet: u32) -> bool {
        quiet >= 2 * self.moves
    }
}

/// How many turns in a row have made no progress, after one that did this and led here. Times when a seat was passed
/// over count, as they do in a FEN.
#[must_use]
pub fn quiet_turns(before: u32, turn: &[Effect], position: &dyn DynPosition) -> u32 {
    let passed_over = turn
        .iter()
        .filter(|effect| matches!(effect, Effect::PassedOver(_)));
    let own = if position.is_progress(turn) {
        0
    } else {
        before.saturating_add(1)
    };
    passed_over.fold(own, |turns, _| turns.saturating_add(1))
}
