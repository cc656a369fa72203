//! How a game of a league ended.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use crate::board::Seat;
use crate::games::Verdict;
use crate::people::Moment;

/// What a game is worth to its two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, EnumString)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Score {
    /// The person with the first move won.
    First,
    /// The person with the second move won.
    Second,
    Draw,
    /// The game does not count.
    Void,
}

impl Score {
    /// Returns the verdict of the match.
    pub const fn verdict(self) -> Option<Verdict> {
        match self {
            Score::First => Some(Verdict::Win(Seat::First)),
            Score::Second => Some(Verdict::Win(Seat::Second)),
            Score::Draw => Some(Verdict::Draw),
            Score::Void => None,
        }
    }

    /// Returns twice the points of the first and the second person: a win is 2, a draw 1.
    pub const fn points(self) -> (u32, u32) {
        match self {
            Score::First => (2, 0),
            Score::Second => (0, 2),
            Score::Draw => (1, 1),
            Score::Void => (0, 0),
        }
    }
}

impl From<Option<Verdict>> for Score {
    fn from(verdict: Option<Verdict>) -> Self {
        match verdict {
            Some(Verdict::Win(Seat::First)) => Score::First,
            Some(Verdict::Win(Seat::Second)) => Score::Second,
            Some(Verdict::Draw) => Score::Draw,
            None => Score::Void,
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The players, or a moderator outside the league: by rule, resignation, agreement, abort.
    Played,
    /// The loser's clock ran out.
    Time,
    /// The season's last moment.
    SeasonOver,
    /// A person is out, or the organiser gave the game to the other one.
    Forfeit,
    /// A person is out, and their games count for nothing.
    Annulled,
    /// The organiser decided the result.
    Organiser,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    pub score: Score,
    pub how: How,
    /// The milliseconds that the first and the second person thought.
    pub thinking: [u64; 2],
    /// When each of the two last moved in any game of the league, if they did.
    pub last_moves: [Option<Moment>; 2],
}

impl GameEnd {
    /// Makes the end of a game without moves.
    pub const fn unplayed(score: Score, how: How) -> Self {
        Self {
            score,
            how,
            thinking: [0; 2],
            last_moves: [None; 2],
        }
    }
}

/// Returns who wins a match that the season's end interrupts: the person who has thought less.
///
/// Times within 10 % of each other, that is of the longer one, are a draw.
pub fn by_thinking_time(first: Duration, second: Duration) -> Verdict {
    if first.abs_diff(second).saturating_mul(10) <= first.max(second) {
        Verdict::Draw
    } else if first < second {
        Verdict::Win(Seat::First)
    } else {
        Verdict::Win(Seat::Second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_thinker_loses_beyond_a_tenth() {
        let of = |first, second| {
            by_thinking_time(Duration::from_secs(first), Duration::from_secs(second))
        };
        assert_eq!(of(0, 0), Verdict::Draw);
        assert_eq!(of(90, 100), Verdict::Draw);
        assert_eq!(of(100, 90), Verdict::Draw);
        assert_eq!(of(89, 100), Verdict::Win(Seat::First));
        assert_eq!(of(100, 89), Verdict::Win(Seat::Second));
        assert_eq!(of(0, 1), Verdict::Win(Seat::First));
    }
}
