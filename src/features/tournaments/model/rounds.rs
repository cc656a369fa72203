//! How many rounds a Swiss tournament has, and those that were drawn.

use std::time::Duration;

use crate::contests::swiss::rounds_allowed;
use crate::people::Moment;

/// The fewest people whom the Swiss system pairs. Fewer play all against all.
pub const SWISS_PEOPLE: u32 = 7;

/// The most rounds.
pub const MOST_ROUNDS: u32 = 9;

/// How many people one picture of the table shows.
pub const TABLE_PART: usize = 13;

/// The most pairings that one post announces: it notifies 50 people. The fold opens that many with a round, so the number
/// must never change.
pub(super) const TOGETHER: usize = 25;

/// A round that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    pub(super) at: Moment,
    /// How much later than planned it ended; that of the last round stands in the tournament.
    pub(super) late: Duration,
    pub(super) repeats: bool,
}

/// Returns the number of rounds of this many people, if `chosen` were planned.
///
/// A tournament that is replayed from its events takes its rounds from here, so what this function returns must never
/// change.
pub fn swiss_rounds(people: usize, chosen: u32) -> u32 {
    let people = u32::try_from(people).unwrap_or(u32::MAX);
    if people < SWISS_PEOPLE {
        return (people + people % 2).saturating_sub(1);
    }
    let allowed = rounds_allowed(people);
    chosen.clamp(*allowed.start(), *allowed.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_follow_from_the_people_who_come() {
        assert_eq!([4, 5, 6].map(|people| swiss_rounds(people, 9)), [3, 5, 5]);
        assert_eq!(
            [7, 8, 9, 20, 128].map(|people| swiss_rounds(people, 9)),
            [4, 4, 5, 9, 9]
        );
        assert_eq!(swiss_rounds(128, 3), 3);
        assert_eq!(swiss_rounds(0, 5), 0);
    }
}
