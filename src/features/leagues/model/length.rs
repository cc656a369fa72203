//! How long a season lasts.

use super::refusal::Refusal;
use crate::contests::knock_out::{LONGEST_DAYS, round_days, rounds};
use crate::features::leagues::press::kind::Kind;
use crate::matches::TimeControl;

/// The shortest season, and the length of a quick division, in days.
pub const LEAST_DAYS: u32 = 14;

/// The longest season, in days.
pub const MOST_DAYS: u32 = 70;

const DAY: u64 = 24 * 60 * 60;

/// Returns the length of a season in days: what a usual match takes if both players use all their time.
///
/// `usual_turns` is the usual number of turns a player. A quick division always has 14 days.
///
/// # Errors
///
/// A usual match can take longer than the longest season, or than a quick division.
pub fn season_days(kind: Kind, clock: TimeControl, usual_turns: u32) -> Result<u32, Refusal> {
    let needed = clock.longest_match(usual_turns).as_secs().div_ceil(DAY);
    let needed = u32::try_from(needed).unwrap_or(u32::MAX);
    let most = match kind {
        Kind::Seasonal => MOST_DAYS,
        Kind::Quick => LEAST_DAYS,
    };
    if needed > most {
        return Err(Refusal::SlowClock {
            clock,
            needed,
            most,
        });
    }
    Ok(needed.max(LEAST_DAYS))
}

/// Returns the length of play-offs of some people in days: one round of a knock-out after the other; 0 without play-offs.
///
/// # Errors
///
/// They could last longer than a tournament may.
pub fn play_off_days(clock: TimeControl, usual_turns: u32, size: u32) -> Result<u32, Refusal> {
    let rounds = rounds(usize::try_from(size).unwrap_or(usize::MAX));
    let needed = round_days(clock, usual_turns).saturating_mul(rounds);
    if needed > LONGEST_DAYS {
        let most = LONGEST_DAYS;
        return Err(Refusal::SlowPlayOffs {
            clock,
            size,
            needed,
            most,
        });
    }
    Ok(needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(kind: Kind, clock: &str, turns: u32) -> Result<u32, String> {
        let clock = clock.parse().expect("a clock");
        season_days(kind, clock, turns).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn a_season_lasts_as_long_as_a_usual_match() {
        assert_eq!(days(Kind::Seasonal, "5d+12h", 25), Ok(35));
        assert_eq!(days(Kind::Seasonal, "5d+12h", 60), Ok(70));
        assert_eq!(days(Kind::Seasonal, "1d+1h", 10), Ok(14));
        assert_eq!(days(Kind::Seasonal, "1d", 20), Ok(40));
        assert_eq!(days(Kind::Seasonal, "7d+1h", 13), Ok(16));
        assert_eq!(days(Kind::Quick, "1d+4h", 30), Ok(14));
    }

    #[test]
    fn play_offs_last_a_round_of_a_knock_out_for_each_halving() {
        let clock = "5d+12h".parse().expect("a clock");
        // 2 × (5 days + 18 × 12 hours) and half of that for a deciding game: 42 days.
        let days = [0, 2, 4, 8].map(|size| play_off_days(clock, 18, size));
        assert_eq!(days, [Ok(0), Ok(42), Ok(84), Ok(126)]);
        assert_eq!(play_off_days(clock, 30, 8), Ok(180));
        let refused = play_off_days(clock, 31, 8).expect_err("a slow clock");
        assert!(refused.to_string().contains("186 days"), "{refused}");
    }

    #[test]
    fn a_clock_that_is_too_slow_is_refused() {
        let refused = days(Kind::Seasonal, "5d+12h", 61).expect_err("a slow clock");
        assert_eq!(
            refused,
            "With the clock 5d+12h a match of this game can take 71 days, and a season lasts at most 70. Choose a shorter time or a smaller increment."
        );
        let refused = days(Kind::Quick, "5d+12h", 20).expect_err("a slow clock");
        assert!(refused.contains("30 days"), "{refused}");
        assert!(days(Kind::Seasonal, "365d", u32::MAX).is_err());
    }
}
