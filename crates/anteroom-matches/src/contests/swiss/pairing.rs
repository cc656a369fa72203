use std::cmp::Reverse;

use super::graph::{Edge, Graph};
use super::sides::{Sides, Strain, moves_first};
use super::{Entrant, Outcome};

/// The most people who can be paired: more would not fit into the weights.
pub const MOST_PEOPLE: usize = 256;

/// A round: who meets whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The pairs in the order of tables, those with the most points first.
    pub pairs: Vec<Pair>,
    /// The person without an opponent.
    pub bye: Option<usize>,
    /// Those of the pairs who met before, as no round without repeats was left.
    pub repeats: Vec<Pair>,
    /// Whether the person with the bye had one before, as everybody had.
    pub second_bye: bool,
}

/// Two people who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The person with the first move.
    pub first: usize,
    /// The person with the second move.
    pub second: usize,
}

/// Pairs the people who are playing, for round `round` of `of`, which count from 1.
///
/// The round is the best by these rules, where each decides only among those equal by all before it:
///
/// 1. No two people meet twice, and each has one bye at most. If that is not possible, the least number of
///    repeated pairings, and then those of longest ago: the least sum of the squared numbers of the rounds in which they
///    last met. Only if everybody had a bye can one have it again.
/// 2. After it, the next round can be paired by the first rule. Not in the last round.
/// 3. The bye goes to the person with the fewest points, and of them to the one with the lowest seed.
/// 4. The least sum of squared differences of points.
/// 5. The fewest people with the same side for the third time in a row, and then the least imbalance: the sum of
///    (first moves − second moves)² after the round.
/// 6. The upper half against the lower half of those with equal points, by seed. A pair of a group of g costs
///    (d − ⌊g / 2⌋)² if d is the distance of their places in the group: nothing if the k-th of the upper half meets the
///    k-th of the lower half. A pair of two groups costs a² + b², where a people of the upper group are below the one
///    and b people of the lower group above the other: nothing if the last of one group meets the first of the next.
///
/// The result is exact in rules 1 and 3 to 6 for [any number](MOST_PEOPLE) of people: the perfect matching with the
/// least weight, where each rule has its own digits. Rule 2 alone is a search, since whether a graph has two perfect
/// matchings without a common edge is hard to say in general. It is exact for up to ten people, and beyond that unless
/// the search ends after a thousand dead ends without an answer; then the rule is dropped. Also, the rule holds by itself
/// once there are more than twice as many people as rounds, by Dirac's theorem as for
/// [the number of rounds](super::rounds_allowed).
///
/// In a pair, the first move goes by rule 5; then to the one with fewer first moves; then to the one who had the second
/// move when they last differed; and then to the better and the worse seed in turns, by table and round.
///
/// Returns `None` if fewer than two or more than [`MOST_PEOPLE`] people are playing.
pub fn next_round(entrants: &[Entrant], round: u32, of: u32) -> Option<Round> {
    let people = People::playing(entrants);
    let count = people.0.len();
    if !(2..=MOST_PEOPLE).contains(&count) {
        return None;
    }
    // With an odd number, the bye is one more person.
    let graph = Graph::new(count.next_multiple_of(2), HEAVY, |a, b| people.weight(a, b));
    let mut edges = graph.lightest();
    let repeats = |(a, b): &Edge| people.weight(*a, *b) >= HEAVY;
    if round < of && !edges.iter().any(repeats) {
        edges = graph.repeatable().unwrap_or(edges);
    }
    Some(people.round(edges, round))
}

/// The widths in bits of the parts of a weight, from the most important one on: see [`People::weight()`].
///
/// A part of w bits has values of up to w - [`CARRY`] bits, so that the sum over the pairs stays within it. That is enough
/// for [`MOST_PEOPLE`] and 15 rounds; larger values are cut, so that no part runs into the one before.
const WIDTHS: [u32; 8] = [8, 8, 15, 15, 21, 9, 16, 24];

/// The bits by which a sum over the pairs of a round is wider than its summands: 128 pairs.
const CARRY: u32 = (MOST_PEOPLE / 2).ilog2();

/// The least weight of a pair that breaks rule 1: any part of the first two.
const HEAVY: i128 = {
    let [_, _, a, b, c, d, e, f] = WIDTHS;
    1 << (a + b + c + d + e + f)
};

/// A person who is playing.
struct Person<'a> {
    number: usize,
    entrant: &'a Entrant,
    points: u32,
    sides: Sides,
    had_bye: bool,
    /// The person's place from the top among those with the same points.
    place: u32,
    /// The number of those with the same points.
    group: u32,
    /// The number of people before this one in the order of the bye.
    rank: u32,
}

/// The people who are playing, by seed.
struct People<'a>(Vec<Person<'a>>);

impl<'a> People<'a> {
    fn playing(entrants: &'a [Entrant]) -> Self {
        let playing = entrants.iter().enumerate().filter(|(_, one)| one.playing);
        let all: Vec<_> = playing
            .map(|(number, one)| (number, one, one.points()))
            .collect();
        let count = |than: &dyn Fn(usize, u32) -> bool| -> u32 {
            let those = all
                .iter()
                .filter(|(number, _, points)| than(*number, *points));
            those.map(|_| 1).sum()
        };
        let people = all.iter().map(|&(number, entrant, points)| Person {
            number,
            entrant,
            points,
            sides: Sides::of(entrant),
            had_bye: entrant.rounds.contains(&Outcome::Bye),
            place: count(&|other, theirs| theirs == points && other < number),
            group: count(&|_, theirs| theirs == points),
            rank: count(&|other, theirs| (theirs, Reverse(other)) < (points, Reverse(number))),
        });
        Self(people.collect())
    }

    /// Returns the weight of a pair: the parts of the rules, from the first one on.
    fn weight(&self, a: usize, b: usize) -> i128 {
        let parts = match (self.0.get(a), self.0.get(b)) {
            (Some(one), Some(other)) => one.parts(other),
            (Some(one), None) | (None, Some(one)) => {
                [u32::from(one.had_bye), 0, 0, one.rank, 0, 0, 0, 0]
            }
            (None, None) => [0; 8],
        };
        parts.iter().zip(WIDTHS).fold(0, |weight, (part, width)| {
            let most = (1 << (width - CARRY)) - 1;
            weight << width | i128::from(*part).min(most)
        })
    }

    fn round(&self, edges: Vec<Edge>, round: u32) -> Round {
        let (mut tables, mut bye) = (Vec::new(), None);
        for (a, b) in edges {
            match (self.0.get(a), self.0.get(b)) {
                (Some(one), Some(other)) => tables.push((one, other)),
                (Some(one), None) | (None, Some(one)) => bye = Some(one),
                (None, None) => {}
            }
        }
        tables.sort_by_key(|(one, other)| {
            let points = (one.points.max(other.points), one.points + other.points);
            (Reverse(points), one.number)
        });
        let (mut pairs, mut repeats, mut turn) = (Vec::new(), Vec::new(), round % 2 == 1);
        for (one, other) in tables {
            let first = moves_first(&one.sides, &other.sides).unwrap_or(turn);
            turn = !turn;
            let (first, second) = if first { (one, other) } else { (other, one) };
            let pair = Pair {
                first: first.number,
                second: second.number,
            };
            pairs.push(pair);
            if one.last_met(other).is_some() {
                repeats.push(pair);
            }
        }
        Round {
            pairs,
            bye: bye.map(|one| one.number),
            repeats,
            second_bye: bye.is_some_and(|one| one.had_bye),
        }
    }
}

impl Person<'_> {
    /// Returns the last round in which two met, from 1.
    fn last_met(&self, other: &Self) -> Option<u32> {
        let last = |one: &Self, other: &Self| {
            let rounds = (1..).zip(&one.entrant.rounds);
            let meetings = rounds.filter(|(_, round)| round.opponent() == Some(other.number));
            meetings.map(|(number, _)| number).last()
        };
        last(self, other).max(last(other, self))
    }

    fn parts(&self, other: &Self) -> [u32; 8] {
        let met = self.last_met(other);
        let strain = Strain::least(&self.sides, &other.sides);
        let fold = if self.points == other.points {
            let distance = self.place.abs_diff(other.place);
            distance.abs_diff(self.group / 2).pow(2)
        } else {
            let (upper, lower) = if self.points > other.points {
                (self, other)
            } else {
                (other, self)
            };
            (upper.group - 1 - upper.place).pow(2) + lower.place.pow(2)
        };
        [
            0,
            u32::from(met.is_some()),
            met.map_or(0, |round| round.saturating_pow(2)),
            0,
            self.points.abs_diff(other.points).saturating_pow(2),
            strain.thirds,
            u32::try_from(strain.imbalance).unwrap_or(u32::MAX),
            fold,
        ]
    }
}
