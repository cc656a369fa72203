//! What a season costs: matches, requests to Discord, and time.

use super::divisions::sizes;

/// The most threads of a server that Discord keeps active.
pub const MOST_THREADS: u64 = 1_000;

/// The requests of a match besides its turns: the thread, the line about it, which is looked for and deleted, and the
/// result in the thread's name.
const OF_MATCH: u64 = 4;

/// The requests of a turn: its post, and the edit that takes the buttons off the post before. A player who begins at
/// the buttons of that post saves the edit, since the answer to a press may be edited for free.
const OF_TURN: u64 = 2;

/// The tables that a channel takes in a minute: Discord allows five posts in five seconds.
const TABLES_A_MINUTE: u64 = 60;

/// The cost of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub divisions: u64,
    pub matches: u64,
    /// The requests over its whole length if a match has the usual number of turns.
    pub requests: u64,
    /// After how many minutes all tables are posted.
    pub minutes: u64,
}

impl Cost {
    /// Counts the cost of a season with this number of people; `turns` is the usual number of turns of a match.
    pub fn of_season(people: usize, size: u32, legs: u32, turns: u32) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        Self::of(&sizes(people, size), legs, turns)
    }

    /// Counts the cost of divisions with these numbers of people.
    pub fn of(sizes: &[usize], legs: u32, turns: u32) -> Self {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let pairs = sizes
            .iter()
            .map(|size| number(size * size.saturating_sub(1) / 2));
        let matches = pairs.sum::<u64>().saturating_mul(legs.into());
        let divisions = number(sizes.len());
        let of_match = OF_MATCH + OF_TURN * u64::from(turns);
        let of_matches = matches.saturating_mul(of_match);
        Self {
            divisions,
            matches,
            // The news of the beginning, and the tables.
            requests: of_matches.saturating_add(1 + divisions),
            minutes: divisions.div_ceil(TABLES_A_MINUTE),
        }
    }
}

impl Cost {
    /// Counts the cost of play-offs of some people, without deciding games; `games` is the number of games of a pairing.
    pub fn of_play_offs(size: u32, games: u32, turns: u32) -> Self {
        let pairings = u64::from(size.saturating_sub(1));
        let matches = pairings.saturating_mul(games.into());
        let of_match = OF_MATCH + OF_TURN * u64::from(turns);
        Self {
            divisions: 1,
            matches,
            // Each pairing is announced and edits the bracket.
            requests: matches.saturating_mul(of_match) + 2 * pairings,
            minutes: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_counts_each_pair_once_a_leg() {
        for (people, size, legs) in [(4, 4, 1), (11, 8, 2), (600, 10, 1), (3, 4, 1)] {
            let cost = Cost::of_season(people, size, legs, 20);
            let mut matches = 0;
            for division in sizes(people, usize::try_from(size).unwrap()) {
                for first in 0..division {
                    for second in 0..division {
                        matches += u64::from(first < second) * u64::from(legs);
                    }
                }
            }
            assert_eq!(cost.matches, matches, "{people} people");
        }
        assert_eq!(Cost::of_season(600, 10, 1, 20).matches, 2_700);
        assert_eq!(Cost::of_season(600, 10, 1, 20).minutes, 1);
        let matches = [0, 2, 4, 8].map(|size| Cost::of_play_offs(size, 2, 20).matches);
        assert_eq!(matches, [0, 2, 6, 14]);
    }
}
