//! States of tournaments by chance, and the tests on them.

mod best;
mod table;
mod whole;

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::*;

/// Whether to try many more states and tournaments than in the usual run.
fn at_length() -> bool {
    std::env::var_os("ANTEROOM_LONG_TESTS").is_some()
}

fn newcomer(rng: &mut Rng, rounds: usize) -> Entrant {
    Entrant {
        playing: true,
        // One who comes later than in the second round is not foreseen, but does no harm.
        rounds: (0..rounds)
            .map(|n| {
                if n == 0 {
                    Outcome::Late
                } else {
                    Outcome::Absent
                }
            })
            .collect(),
        lot: rng.u64(0..20),
    }
}

fn newcomers(rng: &mut Rng, people: usize) -> Vec<Entrant> {
    (0..people).map(|_| newcomer(rng, 0)).collect()
}

/// Plays a round by chance: the better seed wins more often, some games are drawn, and some are not played.
fn play(entrants: &mut [Entrant], pairs: &[Pair], bye: Option<usize>, rng: &mut Rng) {
    let mut outcomes = vec![Outcome::Absent; entrants.len()];
    for pair in pairs {
        let upset = rng.u8(0..3) == 0;
        let mut scores = match rng.u8(0..5) {
            0 => [Score::Draw, Score::Draw],
            _ if (pair.first < pair.second) != upset => [Score::Win, Score::Loss],
            _ => [Score::Loss, Score::Win],
        };
        let forfeit = rng.u8(0..20) == 0;
        if forfeit && rng.bool() {
            scores = [Score::Loss, Score::Loss];
        }
        let both = [
            (pair.first, pair.second, Side::First),
            (pair.second, pair.first, Side::Second),
        ];
        for ((who, against, side), score) in both.into_iter().zip(scores) {
            outcomes[who] = if forfeit {
                Outcome::Forfeit { against, score }
            } else {
                Outcome::Game {
                    against,
                    side,
                    score,
                }
            };
        }
    }
    if let Some(who) = bye {
        outcomes[who] = Outcome::Bye;
    }
    for (entrant, outcome) in entrants.iter_mut().zip(outcomes) {
        entrant.rounds.push(outcome);
    }
}

/// Pairs those who are playing by chance, by no rule.
fn any_round(entrants: &[Entrant], rng: &mut Rng) -> (Vec<Pair>, Option<usize>) {
    let mut playing: Vec<usize> = (0..entrants.len())
        .filter(|who| entrants[*who].playing)
        .collect();
    rng.shuffle(&mut playing);
    let (pairs, rest) = playing.as_chunks::<2>();
    let pairs = pairs
        .iter()
        .map(|&[first, second]| Pair { first, second })
        .collect();
    (pairs, rest.first().copied())
}

/// A state before a round, with the round and the number of rounds.
struct State {
    entrants: Vec<Entrant>,
    round: u32,
    of: u32,
}

/// Returns a state by chance: rounds by the rules or by none, with people who leave, come back and enter late.
fn any_state(rng: &mut Rng, people: RangeInclusive<usize>) -> State {
    let mut entrants = newcomers(rng, rng.clone().usize(people));
    // Late rounds are where it gets narrow.
    let round = rng.u32(1..=entrants.len() as u32);
    let of = round + rng.u32(0..3);
    let by_the_rules = rng.bool();
    let leaving = rng.u32(0..4);
    for n in 1..round {
        let chosen = by_the_rules
            .then(|| next_round(&entrants, n, of))
            .flatten()
            .map(|round| (round.pairs, round.bye));
        let (pairs, bye) = chosen.unwrap_or_else(|| any_round(&entrants, rng));
        play(&mut entrants, &pairs, bye, rng);
        for entrant in &mut entrants {
            if rng.u32(0..10) < leaving {
                entrant.playing = rng.u8(0..4) == 0;
            }
        }
        if n == 1 && rng.bool() {
            // The number of a late entrant can be any one in the order of seeds, but the others keep theirs here.
            let late = newcomer(rng, 1);
            entrants.push(late);
        }
    }
    State {
        entrants,
        round,
        of,
    }
}

#[test]
fn as_many_rounds_as_the_people_allow() {
    let numbers: Vec<_> = [7, 8, 9, 10, 11, 12, 16, 17, 18, 32, 33, 64, 128, 1000]
        .map(|people| (people, *rounds_allowed(people).end(), usual_rounds(people)))
        .into();
    let expected = [
        (7, 4, 4),
        (8, 4, 4),
        (9, 5, 5),
        (10, 5, 5),
        (11, 6, 5),
        (12, 6, 5),
        (16, 8, 5),
        (17, 9, 6),
        (18, 9, 6),
        (32, 9, 6),
        (33, 9, 7),
        (64, 9, 7),
        (128, 9, 8),
        (1000, 9, 9),
    ];
    assert_eq!(numbers, expected);
    for people in 0..7 {
        // Nothing to rely on, but nothing that panics either.
        let _ = (rounds_allowed(people), usual_rounds(people));
    }
}
