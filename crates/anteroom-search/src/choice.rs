//! The choice of a turn: what makes the lower levels careless.

use super::found::{Candidate, Proven};
use anteroom_games::SplitMix64;

/// Returns the index of the candidate to play: the first and best, or one nearly as good.
///
/// `margin` is the largest loss of winning chance: lower levels choose among their good turns.
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
