//! Standstill: the rules of some games let two players move on for ever.

use super::{DynPosition, Effect};

/// The number of turns without [progress](super::Position::is_progress) that make a standstill.
///
/// No rule of the game ends it then, but computers agree to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standstill {
    /// Number of turns of each seat.
    pub moves: u32,
    /// The missing event, as a sentence without a full stop: `nothing was captured`.
    pub without: &'static str,
}

impl Standstill {
    /// Whether a game stands still after this many turns of both seats without progress.
    #[must_use]
    pub const fn is_reached(self, quiet: u32) -> bool {
        quiet >= 2 * self.moves
    }
}

/// Returns the number of consecutive turns without progress, with this latest turn.
///
/// Turns in which a seat was passed over count, as in a FEN.
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
