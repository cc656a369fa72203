//! The strength of an opponent.

use std::fmt;

use super::found::{Candidate, Proven};
use anteroom_games::SplitMix64;

/// The five strengths that a player can choose.
///
/// A level is a number of nodes instead of a time, so that it is equally strong on every machine (like Lichess's
/// fishnet workers). The lower levels choose among their good turns. No level ever makes a random turn, misses a win
/// in one turn, or makes a turn that loses to the next one if it can avoid that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Hardly looks ahead, and often plays another turn than its best.
    Beginner,
    /// Looks a little ahead, and sometimes plays another turn than its best.
    Casual,
    /// Looks further ahead, but still answers at once.
    Club,
    /// Thinks for a good part of a second.
    Strong,
    /// The best play within two seconds.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] = [
        Level::Beginner,
        Level::Casual,
        Level::Club,
        Level::Strong,
        Level::Master,
    ];

    /// Returns the next stronger level; `None` for the strongest.
    #[must_use]
    pub fn stronger(self) -> Option<Self> {
        Self::numbered(self.number() + 1)
    }

    /// Returns the level with this number, 1–5.
    #[must_use]
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Returns the number: 1 for the weakest, 5 for the strongest.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns its name: `Beginner`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "Beginner",
            Level::Casual => "Casual",
            Level::Club => "Club",
            Level::Strong => "Strong",
            Level::Master => "Master",
        }
    }

    /// Returns the index of the candidate to play: the first and best, or one nearly as good.
    /// `margin` is the largest loss of winning chance.
    pub(super) fn choose<S>(margin: f64, candidates: &[Candidate<S>], seed: u64) -> usize {
        let Some(best) = candidates.first() else {
            return 0;
        };
        // A known win is always taken. A known loss is delayed by the order of the search.
        if margin == 0.0 || matches!(best.proven, Some(Proven::Win | Proven::Loss)) {
            return 0;
        }
        let least = best.value - margin;
        let weight = |candidate: &Candidate<S>| {
            let lost = candidate.proven == Some(Proven::Loss) && best.proven != candidate.proven;
            if !candidate.is_sure || lost || candidate.value < least {
                return 0;
            }
            // The square of the distance above the bar, in thousandths. Integers are the same on every machine.
            let above = ((candidate.value - least).min(margin) * 1000.0) as u64 + 1;
            above * above
        };
        let weights: Vec<u64> = candidates.iter().map(weight).collect();
        let all: u64 = weights.iter().sum();
        let mut number = SplitMix64::new(seed ^ 0x6c65_7665_6c73).below(all.max(1));
        for (at, weight) in weights.into_iter().enumerate() {
            if number < weight {
                return at;
            }
            number -= weight;
        }
        0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
