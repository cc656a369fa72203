//! The pairings beside those of two other programs; `berger.json` says how it was made.

use std::collections::BTreeMap;

use anteroom::features::leagues::model::pairings;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Berger {
    tournament_pairings: Tables,
    caissify_pairings: Tables,
}

/// For each number of people the rounds; for each round the pairs, the first move first.
type Tables = BTreeMap<usize, Vec<Vec<[usize; 2]>>>;

fn berger() -> Berger {
    serde_json::from_str(include_str!("berger.json")).expect("the tables")
}

fn ours(people: usize, legs: u32) -> Vec<Vec<[usize; 2]>> {
    let mut rounds = Vec::new();
    for game in pairings(people, legs) {
        rounds.resize(game.round as usize, Vec::new());
        rounds[game.round as usize - 1].push([game.first + 1, game.second + 1]);
    }
    for round in &mut rounds {
        round.sort_unstable();
    }
    rounds
}

/// Rounds come in the order of the published tables too. Only the last of an even number of people may have another first
/// move: the tables alternate it, and our rule is the same for all.
#[test]
fn rounds_are_those_of_berger_tables() {
    let berger = berger();
    for (source, tables) in [
        ("tournament-pairings", berger.tournament_pairings),
        ("caissify-pairings", berger.caissify_pairings),
    ] {
        assert_eq!(tables.len(), 7, "{source}");
        for (people, published) in tables {
            let moves = |rounds: Vec<Vec<[usize; 2]>>| -> Vec<Vec<[usize; 2]>> {
                let pair = |mut pair: [usize; 2]| {
                    if people % 2 == 0 && pair.contains(&people) {
                        pair.sort_unstable();
                    }
                    pair
                };
                let sorted = |round: Vec<[usize; 2]>| {
                    let mut round: Vec<_> = round.into_iter().map(pair).collect();
                    round.sort_unstable();
                    round
                };
                rounds.into_iter().map(sorted).collect()
            };
            assert_eq!(
                moves(ours(people, 1)),
                moves(published),
                "{source}: {people}"
            );
        }
    }
}

#[test]
fn second_legs_turn_the_first_move_round() {
    for people in 4..=10 {
        let (one, both) = (ours(people, 1), ours(people, 2));
        let turned = one.iter().map(|round| {
            let mut round: Vec<_> = round.iter().map(|[a, b]| [*b, *a]).collect();
            round.sort_unstable();
            round
        });
        let expected: Vec<_> = one.iter().cloned().chain(turned).collect();
        assert_eq!(both, expected, "{people}");
    }
}
