//! How long a tournament lasts at most.

use super::refusal::Refusal;
pub use crate::contests::knock_out::LONGEST_DAYS as MOST_DAYS;
use crate::contests::knock_out::{self, rounds, whole_days};
use crate::matches::TimeControl;

/// The most rounds in which fewer people than the Swiss system needs play all against all.
const ALL_PLAY_ALL: u32 = 5;

/// Returns the days of a round of a knock-out; see [`knock_out::round_days`].
///
/// `usual_turns` is the usual number of turns a player, `most` the most people of the tournament.
///
/// # Errors
///
/// With this clock the tournament could last longer than [`MOST_DAYS`].
pub fn round_days(clock: TimeControl, usual_turns: u32, most: u32) -> Result<u32, Refusal> {
    let people = usize::try_from(most).unwrap_or(usize::MAX);
    let days = knock_out::round_days(clock, usual_turns);
    let needed = days.saturating_mul(rounds(people));
    if needed > MOST_DAYS {
        return Err(Refusal::SlowClock {
            clock,
            needed,
            people: most,
        });
    }
    Ok(days)
}

/// Returns the days of a round of a Swiss tournament: what a usual match takes if both players use all their time.
///
/// # Errors
///
/// With this clock the tournament could last longer than [`MOST_DAYS`]. At least 5 rounds are counted, because it has
/// them if only 5 or 6 people come.
pub fn swiss_days(clock: TimeControl, usual_turns: u32, rounds: u32) -> Result<u32, Refusal> {
    let days = whole_days(clock.longest_match(usual_turns));
    let rounds = rounds.max(ALL_PLAY_ALL);
    let needed = days.saturating_mul(rounds);
    if needed > MOST_DAYS {
        return Err(Refusal::SlowRounds {
            clock,
            needed,
            rounds,
        });
    }
    Ok(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_holds_a_usual_match_and_a_deciding_game() {
        let days = |clock: &str, turns, most| {
            let clock = clock.parse().expect("a clock");
            round_days(clock, turns, most).map_err(|refusal| refusal.to_string())
        };
        // 2 × (5 days + 18 × 12 hours) = 28 days, and 14 more.
        assert_eq!(days("5d+12h", 18, 16), Ok(42));
        assert_eq!(days("1d", 10, 4), Ok(30));
        assert_eq!(days("10s", 1, 128), Ok(1));
        let refused = days("5d+12h", 18, 32).expect_err("a slow clock");
        assert!(refused.contains("210 days"), "{refused}");
        assert!(days("365d", u32::MAX, 128).is_err());
    }

    #[test]
    fn a_round_of_a_swiss_tournament_holds_a_usual_match() {
        let days = |clock: &str, turns, rounds| {
            let clock = clock.parse().expect("a clock");
            swiss_days(clock, turns, rounds).map_err(|refusal| refusal.to_string())
        };
        // 2 × (5 days + 18 × 12 hours).
        assert_eq!(days("5d+12h", 18, 5), Ok(28));
        assert_eq!(days("5d+12h", 18, 6), Ok(28));
        let refused = days("5d+12h", 18, 7).expect_err("a slow clock");
        assert!(refused.contains("196 days"), "{refused}");
        // Six people play five rounds.
        assert!(days("1d", 20, 3).is_err());
        assert_eq!(days("1d", 18, 3), Ok(36));
    }
}
