//! How many rounds a knock-out has, and how long they last.

use crate::matches::TimeControl;
use anteroom_games::{Game, Values};

/// The longest knock-out, in days.
pub const LONGEST_DAYS: u32 = 180;

const DAY: u64 = 24 * 60 * 60;

/// Returns the usual number of games of a pairing: two at once with sides changed, or one by the pie rule.
pub fn usual_games(game: &Game, options: &Values) -> u32 {
    match (game.card.pie_rule)(options) {
        true => 1,
        false => 2,
    }
}

/// Returns the number of rounds for some people.
pub const fn rounds(people: usize) -> u32 {
    if people < 2 {
        return 0;
    }
    usize::BITS - (people - 1).leading_zeros()
}

/// Returns the days of a round: what a usual match takes if both players use all their time, and half of that for a
/// deciding game.
///
/// `usual_turns` is the usual number of turns a player.
pub fn round_days(clock: TimeControl, usual_turns: u32) -> u32 {
    let longest = clock.longest_match(usual_turns);
    whole_days(longest.saturating_add(longest / 2))
}

/// Returns a time in days, rounded up; at least one.
pub fn whole_days(time: std::time::Duration) -> u32 {
    let days = u32::try_from(time.as_secs().div_ceil(DAY)).unwrap_or(u32::MAX);
    days.max(1)
}
