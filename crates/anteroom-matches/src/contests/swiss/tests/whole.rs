//! Whole tournaments.

use std::time::{Duration, Instant};

use super::best::{Judge, Merit};
use super::*;

/// What happened in some tournaments.
#[derive(Debug, Default)]
struct Tally {
    tournaments: u32,
    rounds: u32,
    pairs: usize,
    repeats: usize,
    second_byes: usize,
    thirds: usize,
    beyond_two: usize,
    exchanges: u64,
    longest: Duration,
}

/// Returns the merit of two pairs together.
fn both(one: Merit, other: Merit) -> Merit {
    std::array::from_fn(|part| one[part] + other[part])
}

/// Plays a tournament, and checks each round. `leaving` is how many of a hundred people leave after each round.
fn check(people: usize, leaving: u32, rng: &mut Rng, tally: &mut Tally) {
    let mut entrants = newcomers(rng, people);
    let bounds = rounds_allowed(people as u32);
    let of = if rng.bool() {
        usual_rounds(people as u32)
    } else {
        rng.u32(bounds)
    };
    tally.tournaments += 1;
    for round in 1..=of {
        let state = State {
            entrants,
            round,
            of,
        };
        let judge = Judge::new(&state);
        let begun = Instant::now();
        let found = next_round(&state.entrants, round, of);
        tally.longest = tally.longest.max(begun.elapsed());
        let Some(found) = found else {
            assert!(judge.playing.len() < 2);
            return;
        };
        tally.rounds += 1;
        check_round(&judge, &found, tally);
        if leaving == 0 {
            // What the bound on the number of rounds is for.
            assert_eq!(found.repeats, [], "{people} people, round {round} of {of}");
            assert!(!found.second_bye);
        }
        entrants = state.entrants;
        play(&mut entrants, &found.pairs, found.bye, rng);
        for entrant in &mut entrants {
            entrant.playing &= rng.u32(0..100) >= leaving;
        }
        if round == 1 && leaving > 0 {
            let late: Vec<_> = (0..rng.usize(0..3)).map(|_| newcomer(rng, 1)).collect();
            entrants.extend(late);
        }
    }
}

fn check_round(judge: &Judge, found: &Round, tally: &mut Tally) {
    let State { round, of, .. } = *judge.state;
    let (round, count) = (round as usize, judge.playing.len());
    let mut seen: Vec<_> = found
        .pairs
        .iter()
        .flat_map(|pair| [pair.first, pair.second])
        .chain(found.bye)
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, judge.playing);
    assert_eq!(found.bye.is_some(), count % 2 == 1);

    let met = |pair: &&Pair| judge.met(pair.first, pair.second) > 0;
    let repeats: Vec<Pair> = found.pairs.iter().filter(met).copied().collect();
    assert_eq!(found.repeats, repeats);
    let second_bye = found.bye.is_some_and(|who| judge.had_bye(who));
    assert_eq!(found.second_bye, second_bye);
    if second_bye {
        assert!(judge.playing.iter().all(|who| judge.had_bye(*who)));
    } else if !repeats.is_empty() {
        assert!(count < 2 * round, "Dirac's theorem");
        assert!(
            judge.is_dead_end(&[], None),
            "a round without repeats exists"
        );
    }
    // Each has met at most one person a round: then the others can be paired with any bye (Dirac again).
    if let Some(bye) = found.bye
        && count > 2 * round + 2
    {
        let without = judge.playing.iter().filter(|who| !judge.had_bye(**who));
        let lowest = without.min_by_key(|who| judge.bye(**who));
        assert_eq!(Some(&bye), lowest);
    }

    for pair in &found.pairs {
        for (who, letter) in [(pair.first, "f"), (pair.second, "s")] {
            let sides = judge.sides(who) + letter;
            tally.thirds += usize::from(sides.ends_with(&letter.repeat(3)));
            let firsts = sides.matches('f').count();
            tally.beyond_two += usize::from(firsts.abs_diff(sides.len() - firsts) > 2);
        }
        let other = judge.pair(pair.second, pair.first);
        let own = judge.pair(pair.first, pair.second);
        assert!(own <= other, "the first move is given well");
    }
    tally.pairs += found.pairs.len();
    tally.repeats += repeats.len();
    tally.second_byes += usize::from(second_bye);

    // No two pairs are better if they exchange opponents, unless rule 2 could forbid it.
    if round < of as usize && count < 2 * round + 2 {
        return;
    }
    let better = |a: usize, b: usize| judge.pair(a, b).min(judge.pair(b, a));
    for (n, one) in found.pairs.iter().enumerate() {
        for other in &found.pairs[..n] {
            let now = both(
                better(one.first, one.second),
                better(other.first, other.second),
            );
            let [a, b, c, d] = [one.first, one.second, other.first, other.second];
            for [a, b, c, d] in [[a, c, b, d], [a, d, b, c]] {
                let exchanged = both(better(a, b), better(c, d));
                assert!(now <= exchanged, "{one:?} {other:?}");
                tally.exchanges += 1;
            }
        }
    }
}

#[test]
fn whole_tournaments_keep_the_rules() {
    let tournaments = if at_length() { 3_000 } else { 100 };
    let mut tally = Tally::default();
    for seed in 0..tournaments {
        let mut rng = Rng::with_seed(seed);
        // Small ones are where it gets narrow; large ones take long.
        let people = match seed % 50 {
            0 => 128,
            1..5 => rng.usize(33..128),
            5..20 => rng.usize(16..33),
            _ => rng.usize(7..16),
        };
        let leaving = [0, 10, 10, 20][rng.usize(0..4)];
        check(people, leaving, &mut rng, &mut tally);
    }
    println!("{tally:?}");
}

/// Says how long rounds take; nothing depends on it.
#[test]
fn rounds_of_128_people() {
    for people in [128, 127] {
        let mut rng = Rng::with_seed(7);
        let mut entrants = newcomers(&mut rng, people);
        for round in 1..=9 {
            let begun = Instant::now();
            let found = next_round(&entrants, round, 9).unwrap();
            println!("{people} people, round {round}: {:?}", begun.elapsed());
            assert_eq!(found.repeats, []);
            play(&mut entrants, &found.pairs, found.bye, &mut rng);
        }
    }
}

/// The solver keeps its buffers for the next call in the same thread. What they held does not matter.
#[test]
fn a_round_depends_on_nothing_but_the_state() {
    let states = || {
        let state = |seed| any_state(&mut Rng::with_seed(seed), 3..=30);
        (0..60).map(state).collect::<Vec<_>>()
    };
    let rounds = |states: Vec<State>| -> Vec<_> {
        let next = |state: State| next_round(&state.entrants, state.round, state.of);
        states.into_iter().map(next).collect()
    };
    let there = rounds(states());
    let mut back = rounds(states().into_iter().rev().collect());
    back.reverse();
    assert_eq!(there, back);
    let alone = states().into_iter().map(|state| {
        let fresh = std::thread::spawn(move || rounds(vec![state]));
        fresh.join().unwrap()
    });
    assert_eq!(there, alone.flatten().collect::<Vec<_>>());
}

/// In the first round there are no sides yet, so the first move goes to the better and the worse seed in turns.
#[test]
fn the_first_round_is_by_seed() {
    let mut rng = Rng::with_seed(1);
    let round = next_round(&newcomers(&mut rng, 9), 1, 5).unwrap();
    let pairs: Vec<_> = round
        .pairs
        .iter()
        .map(|pair| (pair.first, pair.second))
        .collect();
    assert_eq!(pairs, [(0, 4), (5, 1), (2, 6), (7, 3)]);
    assert_eq!(round.bye, Some(8));
}

#[test]
fn extremes_do_no_harm() {
    let mut rng = Rng::with_seed(3);
    assert_eq!(next_round(&[], 1, 1), None);
    assert_eq!(next_round(&newcomers(&mut rng, 1), 1, 1), None);
    let many = newcomers(&mut rng, MOST_PEOPLE + 1);
    assert_eq!(next_round(&many, 1, 9), None);

    // More rounds than the weights are made for, opponents who do not exist, and a game against oneself.
    let mut entrants = newcomers(&mut rng, MOST_PEOPLE);
    for (who, entrant) in entrants.iter_mut().enumerate() {
        entrant.rounds = (0..200)
            .map(|_| Outcome::Game {
                against: if rng.bool() { who } else { rng.usize(0..1000) },
                side: if who % 2 == 0 {
                    Side::First
                } else {
                    Side::Second
                },
                score: if who % 3 == 0 {
                    Score::Win
                } else {
                    Score::Loss
                },
            })
            .collect();
    }
    let round = next_round(&entrants, 201, u32::MAX).unwrap();
    assert_eq!(round.pairs.len(), MOST_PEOPLE / 2);
    assert_eq!(standings(&entrants).len(), MOST_PEOPLE);
    assert_eq!(standings(&[]), []);
}
