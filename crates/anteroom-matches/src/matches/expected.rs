use std::time::Duration;

use super::state::Match;
use crate::matches::clock::time_control::TimeControl;

/// The part of the clock that a player usually uses: one in this many.
const USED: u32 = 4;

impl Match {
    /// Returns the usual number of turns with these settings, and their usual duration.
    ///
    /// The duration follows from the time within which the challenger makes three quarters of their turns, or else
    /// from a quarter of the clock. Returns `None` unless two people play.
    pub fn expected(&self) -> Option<(u32, Duration)> {
        let proposal = self.proposal();
        let against_computer = proposal
            .invited
            .is_some_and(|invited| invited.computer().is_some());
        // How long a team takes for a turn depends on its votes.
        if against_computer || self.has_team() {
            return None;
        }
        let turns = (self.game().card.typical_turns)(&proposal.options);
        let longest = match proposal.time {
            TimeControl::PerTurn(time) => time.saturating_mul(turns),
            TimeControl::Bank { bank, increment } => bank
                .saturating_mul(2)
                .saturating_add(increment.saturating_mul(turns)),
        };
        let figures = proposal.figures.as_ref();
        let usual = match figures.and_then(|figures| figures.quartiles) {
            Some([_, _, most]) => most.saturating_mul(turns).min(longest),
            None => longest / USED,
        };
        Some((turns, usual))
    }
}
