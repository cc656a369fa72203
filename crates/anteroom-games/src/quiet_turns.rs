//! How long a game has gone on without progress.

use super::{DynPosition, Effect};

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
