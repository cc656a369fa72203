//! The effect of a match on ratings, and the ratings of players.

use super::Rating;
use crate::people::Moment;

/// A player's rating in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rating after their last rated match.
    pub rating: Rating,
    /// The number of rated matches.
    pub games: u32,
    /// When the last one ended.
    pub at: Moment,
}

impl Standing {
    /// Returns the rating at a moment. It becomes less certain with time.
    pub fn now(&self, now: Moment) -> Rating {
        self.rating.after_rest(self.at.until(now))
    }
}

/// The effect of a match on ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stakes {
    /// The match is not rated.
    None,
    /// A rated challenge without an answer.
    Open {
        /// The ratings of the challenger and the invited player; `None` for an unknown player or no rating.
        standings: [Option<Standing>; 2],
        /// When the match can count, if too many recent matches of the two count; decided at its end.
        counts_from: Option<Moment>,
    },
    /// A rated match that is being played.
    Playing {
        /// See [`Stakes::Open`].
        counts_from: Option<Moment>,
    },
    /// The match changed the ratings of the first and the second seat.
    Changed {
        /// The ratings before it; `None` for no rating.
        before: [Option<Standing>; 2],
        /// The ratings after it.
        after: [Standing; 2],
    },
    /// The match was rated, but its result does not count.
    Uncounted(Uncounted),
    /// The result was removed from the ratings.
    Annulled,
}

/// Why the result of a rated match does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// A player has played too few turns.
    TooShort,
    /// Enough recent matches of the two already count.
    TooMany,
    /// A league or ladder ended the match.
    Adjudicated,
}
