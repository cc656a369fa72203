//! Swiss tournaments: who meets whom in the next round, and who stands where.
//!
//! Pure: what happened so far comes in, a round or a table goes out. People are numbered in the order of their seeds, 0
//! being the best rated. Numbers hold within one call, so those after a late entrant may move up.
//!
//! Points are counted doubled, so that half points are integers: a win is 2.

mod graph;
mod pairing;
mod sides;
mod standings;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::ratings::Score;

pub use pairing::{MOST_PEOPLE, Pair, Round, next_round};
pub use sides::Side;
pub use standings::{Standing, standings};

/// A person of a tournament with what happened to them so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Whether the person takes part in the next round.
    pub playing: bool,
    /// What each round was for the person, from the first one. Rounds missing at the end are [`Outcome::Absent`].
    pub rounds: Vec<Outcome>,
    /// The last tie-break, drawn by the caller: the lower one is better.
    pub lot: u64,
}

/// What a round was for one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A game was played.
    Game {
        /// The opponent.
        against: usize,
        /// Whether the person had the first move.
        side: Side,
        /// The result for the person.
        score: Score,
    },
    /// Two were paired, but did not play. They have met, so they are not paired again; for tie-breaks and for the first
    /// move it counts as an unplayed round.
    Forfeit {
        /// The opponent.
        against: usize,
        /// The result for the person; a loss for both is possible.
        score: Score,
    },
    /// The number of people was odd, and the person had no opponent: one point.
    Bye,
    /// The person had not entered yet: half a point. Given for the first round to those who enter in the second.
    Late,
    /// The person was not there: no points.
    Absent,
}

impl Outcome {
    /// Returns the points of the round, doubled.
    pub const fn points(self) -> u32 {
        match self {
            Self::Game { score, .. } | Self::Forfeit { score, .. } => match score {
                Score::Win => 2,
                Score::Draw => 1,
                Score::Loss => 0,
            },
            Self::Bye => 2,
            Self::Late => 1,
            Self::Absent => 0,
        }
    }

    /// Returns the person whom one was paired with.
    pub const fn opponent(self) -> Option<usize> {
        match self {
            Self::Game { against, .. } | Self::Forfeit { against, .. } => Some(against),
            Self::Bye | Self::Late | Self::Absent => None,
        }
    }
}

impl Entrant {
    /// Returns the sum of the points, doubled.
    pub fn points(&self) -> u32 {
        self.rounds.iter().map(|round| round.points()).sum()
    }
}

/// The numbers of rounds that a tournament of this many people may have: 3 to 9, but at most half the people.
///
/// An odd number of people counts as one more. The bound makes sure that a round without repeats exists as long as
/// nobody leaves: before the last round, everybody has at least half of the others (with the bye as one of them) left to
/// meet, and such a graph has a perfect matching (Dirac). The range is empty for fewer than five people.
pub fn rounds_allowed(people: u32) -> RangeInclusive<u32> {
    3..=people.div_ceil(2).min(9)
}

/// The usual number of rounds: one more than a knock-out would need, within what is [allowed](rounds_allowed).
pub fn usual_rounds(people: u32) -> u32 {
    let knock_out = people.max(1).next_power_of_two().trailing_zeros();
    (knock_out + 1).max(3).min(*rounds_allowed(people).end())
}
