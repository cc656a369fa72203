//! Round robin by Berger tables.

/// A game of a round robin. People are numbered from 0 in the order of their seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, counted from 1. Each person has at most one game in it.
    pub round: u32,
    /// The person with the first move.
    pub first: usize,
    /// The person with the second move.
    pub second: usize,
}

/// Returns all games of some people, round by round.
///
/// Each pair meets once in a leg. With two legs, the second leg is the first with the other person to move first. A season
/// that is replayed from its events takes its games from here, so what this function returns must never change.
pub fn pairings(people: usize, legs: u32) -> Vec<Pairing> {
    let rounds = rounds_of_a_leg(people);
    let mut all = Vec::new();
    for leg in 0..legs {
        for round in 1..=rounds {
            for (lower, higher) in pairs(people, round) {
                let (first, second) = if has_first_move(lower, higher) == (leg % 2 == 0) {
                    (lower, higher)
                } else {
                    (higher, lower)
                };
                all.push(Pairing {
                    round: leg * number(rounds) + number(round),
                    first,
                    second,
                });
            }
        }
    }
    all
}

/// Returns the number of rounds of a leg. With an odd number of people, one of them has a bye in each round.
const fn rounds_of_a_leg(people: usize) -> usize {
    match people {
        0 | 1 => 0,
        _ => people + people % 2 - 1,
    }
}

/// Returns the pairs of a round, each with the lower seed first.
///
/// Of an even number n of people, the numbers 1 to n − 1 meet if their sum is the round plus 1, modulo n − 1; the number that
/// would meet itself meets n. With an odd number of people, n is the rest.
fn pairs(people: usize, round: usize) -> impl Iterator<Item = (usize, usize)> {
    let even = people + people % 2;
    let modulus = even.saturating_sub(1).max(1);
    (1..=people).filter_map(move |low| {
        // Between 1 and n − 1.
        let other = (round + 2 * modulus - low) % modulus + 1;
        let high = if other == low { even } else { other };
        (low < high && high <= people).then_some((low - 1, high - 1))
    })
}

/// Whether the lower seed has the first move: if the sum of the two numbers, counted from 1, is odd.
const fn has_first_move(lower: usize, higher: usize) -> bool {
    (lower + higher) % 2 == 1
}

fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_people_play_the_published_table() {
        let rounds: Vec<Vec<(usize, usize)>> = (1..=5)
            .map(|round| pairs(6, round).map(|(a, b)| (a + 1, b + 1)).collect())
            .collect();
        let published = [
            [(1, 6), (2, 5), (3, 4)],
            [(1, 2), (3, 5), (4, 6)],
            [(1, 3), (2, 6), (4, 5)],
            [(1, 4), (2, 3), (5, 6)],
            [(1, 5), (2, 4), (3, 6)],
        ];
        assert_eq!(rounds, published);
    }

    #[test]
    fn first_moves_are_shared_evenly() {
        for people in 2..=13 {
            for legs in 1..=2 {
                let all = pairings(people, legs);
                let games = legs as usize * people * (people - 1) / 2;
                assert_eq!(all.len(), games, "{people} people");
                for person in 0..people {
                    let firsts = all.iter().filter(|game| game.first == person).count();
                    let seconds = all.iter().filter(|game| game.second == person).count();
                    let most = usize::from(legs == 1);
                    assert!(firsts.abs_diff(seconds) <= most, "{person} of {people}");
                }
            }
        }
    }

    #[test]
    fn nobody_plays_twice_in_a_round() {
        for people in 0..=13 {
            let mut seen = std::collections::BTreeSet::new();
            for game in pairings(people, 2) {
                assert!(seen.insert((game.round, game.first)), "{game:?}");
                assert!(seen.insert((game.round, game.second)), "{game:?}");
            }
        }
    }
}
