//! What is at stake in a match, and where players stand.

use super::Rating;
use crate::people::Moment;

/// Where somebody stands in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rating after their last rated match.
    pub rating: Rating,
    /// How many rated matches they have played.
    pub games: u32,
    /// When the last one ended.
    pub at: Moment,
}

impl Standing {
    /// The rating at a moment: less certain with time.
    #[must_use]
    pub fn now(&self, now: Moment) -> Rating {
        self.rating.after_rest(self.at.until(now))
    }
}

/// What a match has to do with ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stakes {
    /// Nothing: it was never to be rated.
    None,
    /// It will be rated when somebody accepts it. What both have now, the challenger's first; `None`: nobody is invited, or
    /// they have no rating.
    Open {
        /// See above.
        standings: [Option<Standing>; 2],
        /// From when on it can count, if enough matches of the two have counted lately. It is decided when it ends.
        counts_from: Option<Moment>,
    },
    /// It is being played, and counts for ratings if all goes well.
    Playing {
        /// As for an open one.
        counts_from: Option<Moment>,
    },
    /// It is over, and changed the ratings of the first and the second seat.
    Changed {
        /// Before it; `None`: they had none.
        before: [Option<Standing>; 2],
        after: [Standing; 2],
    },
    /// The match has ended and does not count, though its challenge said rated.
    Uncounted(Uncounted),
    Annulled,
}

/// Why a match whose challenge said rated does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// A player has hardly played in it.
    TooShort,
    /// Enough matches of the two had counted lately.
    TooMany,
}
