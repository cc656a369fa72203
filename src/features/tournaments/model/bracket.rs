//! The bracket: who can meet whom.

use super::pairing::{Feed, Pairing};
use crate::contests::knock_out::rounds;

/// How many people one picture shows.
pub const PART: usize = 16;

/// Returns the seeds in the order of the first round: 0, 7, 3, 4, 1, 6, 2, 5 for three rounds.
///
/// Of any 2^k best seeds, no two meet before only 2^k people are left.
fn order(rounds: u32) -> Vec<usize> {
    let mut order = vec![0];
    for _ in 0..rounds {
        let both = order.len() * 2;
        order = order
            .iter()
            .flat_map(|seed| [*seed, both - 1 - *seed])
            .collect();
    }
    order
}

/// Returns all pairings of a bracket, round by round, the one for third place last.
///
/// A tournament that is replayed from its events takes its pairings from here, so what this function returns must
/// never change.
pub(super) fn pairings(people: usize, third: bool) -> Vec<Pairing> {
    let rounds = rounds(people);
    let mut all: Vec<Pairing> = Vec::new();
    let mut feeds: Vec<Feed> = order(rounds)
        .into_iter()
        .map(|seed| match seed < people {
            true => Feed::Seed(seed),
            false => Feed::Bye,
        })
        .collect();
    for round in 1..=rounds {
        let first = all.len();
        all.extend(feeds.chunks_exact(2).map(|pair| {
            let [one, other] = [pair[0], pair[1]];
            Pairing::new(round, [one, other])
        }));
        let semi_finals = first..all.len();
        if third && round + 1 == rounds {
            feeds = semi_finals.clone().map(Feed::Winner).collect();
            let losers: Vec<Feed> = semi_finals.map(Feed::Loser).collect();
            if let (&[one, other], &[first, second]) = (&feeds[..], &losers[..]) {
                all.push(Pairing::new(rounds, [one, other]));
                all.push(Pairing::new(rounds, [first, second]));
            }
            break;
        }
        feeds = semi_finals.map(Feed::Winner).collect();
    }
    for (index, pairing) in all.iter_mut().enumerate() {
        pairing.id = u32::try_from(index).unwrap_or(u32::MAX - 1) + 1;
    }
    all
}

/// A part of a bracket that fits one picture: pairings by their indices, in columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round of the first column.
    pub first: u32,
    pub columns: Vec<Vec<usize>>,
}

/// Returns the parts of a bracket. Of a large one, the first is the way to the final, which begins where the other parts
/// end: these are the early rounds of [`PART`] people each.
pub fn parts(people: usize) -> Vec<Part> {
    let all = rounds(people);
    let size = |round: u32| 1_usize << (all - round);
    let start = |round: u32| (1..round).map(size).sum::<usize>();
    let columns = |rounds: std::ops::RangeInclusive<u32>, part: usize, of: usize| {
        let column = |round: u32| {
            let each = size(round) / of;
            let from = start(round) + part * each;
            (from..from + each).collect()
        };
        rounds.map(column).collect()
    };
    let in_part = rounds(PART);
    if all <= in_part {
        return vec![Part {
            first: 1,
            columns: columns(1..=all, 0, 1),
        }];
    }
    let of = 1_usize << (all - in_part);
    let last = Part {
        first: in_part,
        columns: columns(in_part..=all, 0, 1),
    };
    let early = (0..of).map(|part| Part {
        first: 1,
        columns: columns(1..=in_part, part, of),
    });
    std::iter::once(last).chain(early).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_people_meet_as_in_every_printed_bracket() {
        assert_eq!(order(3), [0, 7, 3, 4, 1, 6, 2, 5]);
        let all = pairings(8, true);
        let feeds: Vec<[Feed; 2]> = all.iter().map(|one| one.feeds).collect();
        let seeds = |one, other| [Feed::Seed(one), Feed::Seed(other)];
        assert_eq!(
            feeds[..4],
            [seeds(0, 7), seeds(3, 4), seeds(1, 6), seeds(2, 5)]
        );
        assert_eq!(feeds[4], [Feed::Winner(0), Feed::Winner(1)]);
        assert_eq!(feeds[6], [Feed::Winner(4), Feed::Winner(5)]);
        assert_eq!(feeds[7], [Feed::Loser(4), Feed::Loser(5)]);
        let rounds: Vec<u32> = all.iter().map(|one| one.round).collect();
        assert_eq!(rounds, [1, 1, 1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn best_seeds_have_the_byes_and_meet_last() {
        for people in 4..=128 {
            let all = pairings(people, false);
            assert_eq!(all.len(), (1 << rounds(people)) - 1, "{people}");
            let byes = (1_usize << rounds(people)) - people;
            let first = all.iter().filter(|one| one.round == 1);
            let mut free: Vec<usize> = first
                .filter_map(|one| match one.feeds {
                    [Feed::Seed(seed), Feed::Bye] => Some(seed),
                    _ => None,
                })
                .collect();
            free.sort_unstable();
            assert_eq!(free, (0..byes).collect::<Vec<_>>(), "{people}");
            // The better seed wins all the way: each round halves the seeds that are left.
            let mut left: Vec<usize> = Vec::new();
            let mut winners = Vec::new();
            for one in &all {
                let seed = |feed: Feed| match feed {
                    Feed::Seed(seed) => seed,
                    Feed::Bye => usize::MAX,
                    Feed::Winner(of) | Feed::Loser(of) => winners[of],
                };
                let seeds = one.feeds.map(seed);
                winners.push(seeds[0].min(seeds[1]));
                left.push(seeds[0].max(seeds[1]));
            }
            for one in all.iter().filter(|one| one.round > 1) {
                let of = 1 << (rounds(people) - one.round + 1);
                let index = usize::try_from(one.id - 1).unwrap();
                assert!(left[index] < of, "{people}");
            }
        }
    }

    #[test]
    fn parts_hold_each_pairing_and_share_only_their_ends() {
        for people in 4..=128 {
            let parts = parts(people);
            let mut all: Vec<usize> = parts
                .iter()
                .flat_map(|part| part.columns.concat())
                .collect();
            all.sort_unstable();
            let shared = match parts.len() {
                1 => 0,
                several => several - 1,
            };
            let count = (1_usize << rounds(people)) - 1;
            assert_eq!(all.len(), count + shared, "{people}");
            all.dedup();
            assert_eq!(all, (0..count).collect::<Vec<_>>(), "{people}");
            for part in &parts {
                for pair in part.columns.windows(2) {
                    assert_eq!(pair[0].len(), 2 * pair[1].len(), "{people}");
                }
                assert!(part.columns[0].len() <= PART / 2, "{people}");
            }
        }
    }
}
