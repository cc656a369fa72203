//! How a game of a contest ended.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use anteroom_board::Seat;
use anteroom_games::Verdict;

use super::score::Score;
use crate::people::Moment;

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The players, or a moderator outside the contest: by rule, resignation, agreement, abort.
    Played,
    /// The loser's clock ran out.
    Time,
    /// The last moment of the season.
    SeasonOver,
    /// The last moment of the round.
    RoundOver,
    /// A person is out, or the organiser gave the game to the other one.
    Forfeit,
    /// A person is out, and their games count for nothing.
    Annulled,
    /// The organiser decided the result.
    Organiser,
    /// A person of a simul did not make their first move.
    NoFirstMove,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// What it is worth.
    pub score: Score,
    /// What ended it.
    pub how: How,
    /// The milliseconds that the first and the second person thought.
    pub thinking: [u64; 2],
    /// When each of the two last moved in any game of the contest, if they did.
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

/// Returns who wins a match that the last moment of a season or round interrupts: the person who has thought less.
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
