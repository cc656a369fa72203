//! Proves the puzzles that ship with the program again.

use std::collections::BTreeSet;

use anteroom_games::{Game, find, with_puzzles};
use anteroom_search::{Making, Puzzle, puzzles, puzzles_of_a_game, winning_turns};

/// The most nodes of a proof: more than any of them took when it was made.
const NODES: u64 = 2_000_000;

/// Number of puzzles of each game that are proven again, limited by the time for a test.
const SAMPLE: usize = 5;

fn sample(game: &Game) -> impl Iterator<Item = &'static Puzzle> {
    let all = puzzles(game);
    all.iter().step_by((all.len() / SAMPLE).max(1))
}

#[test]
fn every_line_is_a_puzzle_and_no_two_are_the_same() {
    for game in with_puzzles() {
        let key = game.card.key;
        let all = puzzles(game);
        assert_eq!(
            all.len(),
            game.card.puzzles.unwrap_or_default().lines().count(),
            "{key}"
        );
        assert!(all.len() >= 40, "{key} has {}", all.len());
        let mut seen = BTreeSet::new();
        for puzzle in all {
            assert_eq!(Puzzle::read(&puzzle.to_string()).as_ref(), Ok(puzzle));
            let position = puzzle.start(game).unwrap();
            assert_eq!(position.text(), puzzle.position, "{key}");
            assert!(position.steps().len() >= 4, "{key}: {puzzle}");
            assert!(seen.insert(&puzzle.position), "{key}: {puzzle}");
        }
    }
}

#[test]
fn a_sample_is_proven_again() {
    for game in with_puzzles() {
        for puzzle in sample(game) {
            let proven = puzzle.prove(game, NODES);
            assert_eq!(proven, Ok(()), "{}", game.card.key);
        }
    }
}

#[test]
fn every_line_of_a_puzzle_is_played_to_a_win() {
    for game in with_puzzles() {
        for puzzle in puzzles(game) {
            let mut position = puzzle.start(game).unwrap();
            let seat = position.to_move().unwrap();
            for turn in &puzzle.line {
                for step in turn.split(' ') {
                    position.play(step).unwrap();
                }
            }
            let outcome = position.outcome().map(|outcome| outcome.verdict);
            let won = Some(anteroom_games::Verdict::Win(seat));
            assert_eq!(outcome, won, "{}: {puzzle}", game.card.key);
        }
    }
}

#[test]
fn what_is_no_puzzle_is_not_proven() {
    let game = find("connect-n").unwrap();
    // Two winning turns; no winning turn; and a line with another turn.
    for (position, turn) in [
        ("......./......./......./......./.b...../.rrr.bb r 4", "a"),
        ("......./......./......./......./......./......r b 4", "a"),
        ("......./......./......./......./b....../rrr..bb r 4", "a"),
    ] {
        let puzzle = Puzzle {
            options: String::new(),
            position: String::from(position),
            turns: 1,
            line: vec![String::from(turn)],
        };
        puzzle.start(game).unwrap();
        assert!(puzzle.prove(game, NODES).is_err(), "{position}");
    }
    // The last position is a puzzle if the turn is right.
    let puzzle =
        Puzzle::read("1\t\t......./......./......./......./b....../rrr..bb r 4\td").unwrap();
    assert_eq!(puzzle.prove(game, NODES), Ok(()));
    assert!(puzzle.prove(game, 2).is_err(), "that is not enough to know");
}

#[test]
fn winning_turns_are_found_within_their_number() {
    let game = find("connect-n").unwrap();
    let options = game.complete_options(&Default::default(), || 0).unwrap();
    let read = |text| game.read(&options, text).unwrap();
    let two = read("......./......./......./......./.b...../.rrr.bb r 4");
    assert_eq!(
        winning_turns(&*two, 1, NODES),
        Some(vec![String::from("a"), String::from("e")])
    );
    let open = read("......./......./......./......./......b/..rr..b r 4");
    assert_eq!(winning_turns(&*open, 1, NODES), Some(Vec::new()));
    let forced = winning_turns(&*open, 2, NODES).unwrap();
    assert!(forced.contains(&String::from("b")), "{forced:?}");
    assert_eq!(winning_turns(&*open, 2, 5), None);
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let game = find("connect-n").unwrap();
    let making = Making {
        seed: 1,
        strength: 60,
        random: 4,
        longest: 400,
        least: 1,
        most: 3,
        nodes: 200_000,
    };
    let made = |seed| puzzles_of_a_game(game, "", None, Making { seed, ..making }).unwrap();
    let all: Vec<_> = (1..30).flat_map(made).collect();
    assert!(!all.is_empty());
    let again: Vec<_> = (1..30).flat_map(made).collect();
    assert_eq!(all, again);
    for puzzle in &all {
        assert_eq!(puzzle.prove(game, NODES), Ok(()));
    }
}
