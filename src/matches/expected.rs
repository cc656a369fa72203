use std::time::Duration;

use super::state::Match;
use crate::matches::clock::time_control::TimeControl;

impl Match {
    /// Returns the typical number of turns with these settings, and their duration if all time is used.
    ///
    /// Returns `None` unless two people play.
    pub fn expected(&self) -> Option<(u32, Duration)> {
        let proposal = self.proposal();
        let against_computer = proposal
            .invited
            .is_some_and(|invited| invited.computer().is_some());
        if against_computer {
            return None;
        }
        let turns = (self.game().card.typical_turns)(&proposal.options);
        let longest = match proposal.time {
            TimeControl::PerTurn(time) => time.saturating_mul(turns),
            TimeControl::Bank { bank, increment } => bank
                .saturating_mul(2)
                .saturating_add(increment.saturating_mul(turns)),
        };
        Some((turns, longest))
    }
}
