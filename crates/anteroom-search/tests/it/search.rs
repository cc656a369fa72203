//! Opponents: their proofs against exhaustive search, their turns against the rules, and their repeatability.

use std::collections::HashMap;

use anteroom_board::{Level, Seat};
use anteroom_games::{
    AnyPosition, CATALOGUE, GivenOptions, Progress, Verdict, find, quiet_turns, read_turn,
    split_steps,
};
use anteroom_search::{Proven, Strength, Thought, think, think_plainly};
use fastrand::Rng;

use crate::skeleton::GAME;

/// Small boards, because search can prove much there.
const SETTINGS: [(&str, &[(&str, &str)]); 10] = [
    ("connect-n", &[("columns", "4"), ("rows", "4"), ("n", "3")]),
    ("connect-n", &[("columns", "5"), ("rows", "4"), ("n", "4")]),
    ("connect-n", &[("columns", "10"), ("rows", "7"), ("n", "5")]),
    ("connect-n", &[("columns", "16"), ("rows", "9"), ("n", "3")]),
    ("anaash", &[("size", "4")]),
    ("anchor", &[]),
    ("anacund", &[("board", "7")]),
    ("anache", &[("size", "10")]),
    ("antichess", &[]),
    ("encastle", &[]),
];

fn start(game: &str, set: &[(&str, &str)]) -> AnyPosition {
    let game = find(game).unwrap();
    let given: GivenOptions = set
        .iter()
        .map(|&(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    game.start(&game.complete_options(&given, || 0).unwrap())
        .unwrap()
}

/// Returns the last positions of a random game, at most `most`.
fn last_of_a_random_game(start: &AnyPosition, rng: &mut Rng, most: usize) -> Vec<AnyPosition> {
    let mut position = start.clone();
    let mut all = vec![position.clone()];
    while let Some(step) = rng.choice(position.steps()) {
        position.play(&step).unwrap();
        all.push(position.clone());
        if all.len() > 700 {
            break;
        }
    }
    all.split_off(all.len().saturating_sub(most))
}

/// Returns the value for the first seat by exhaustive search: 1, 0 or -1.
/// `None` if more positions than the limit can follow.
fn exhaustive(
    position: &AnyPosition,
    seen: &mut HashMap<String, i8>,
    left: &mut u32,
    depth: u32,
) -> Option<i8> {
    if let Some(outcome) = position.outcome() {
        return Some(match outcome.verdict {
            Verdict::Win(Seat::First) => 1,
            Verdict::Win(Seat::Second) => -1,
            Verdict::Draw => 0,
        });
    }
    let text = position.text();
    if let Some(&value) = seen.get(&text) {
        return Some(value);
    }
    *left = left.checked_sub(1)?;
    // Some games can go on for ever, so the depth is limited too.
    if depth > 40 {
        return None;
    }
    let first = position.to_move()? == Seat::First;
    let mut best: Option<i8> = None;
    for step in position.steps() {
        let mut next = position.clone();
        next.play(&step).unwrap();
        let value = exhaustive(&next, seen, left, depth + 1)?;
        best = Some(match best {
            None => value,
            Some(best) if first => best.max(value),
            Some(best) => best.min(value),
        });
        if best == Some(if first { 1 } else { -1 }) {
            break;
        }
    }
    seen.insert(text, best?);
    best
}

/// Whether the player to move loses against best play, by exhaustive search.
fn is_lost(position: &AnyPosition) -> bool {
    let mover = position.to_move().unwrap();
    exhaustive(position, &mut HashMap::new(), &mut 20_000, 0)
        .is_some_and(|value| proven_for(value, mover) == Proven::Loss)
}

fn proven_for(value: i8, seat: Seat) -> Proven {
    match if seat == Seat::First { value } else { -value } {
        1 => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    }
}

/// Checks that a thought is a whole legal turn with valid numbers.
fn check(position: &AnyPosition, thought: &Thought) -> AnyPosition {
    let context = format!("{} : {thought:?}", position.text());
    let mover = position.to_move();
    let mut after = position.clone();
    for step in split_steps(&thought.turn) {
        assert_eq!(after.to_move(), mover, "{context}");
        let played = after
            .play(step)
            .unwrap_or_else(|illegal| panic!("{context}: {illegal}"));
        assert_eq!(played.step, step, "{context}");
    }
    assert!(after.turn().is_empty(), "{context}");
    if position.turn().is_empty() {
        let read = read_turn(&**position, &thought.turn).unwrap();
        assert_eq!(read.progress, Progress::Complete, "{context}");
    }
    assert!((0.0..=1.0).contains(&thought.value), "{context}");
    assert_eq!(thought.line.first(), Some(&thought.turn), "{context}");
    assert!(!thought.candidates.is_empty(), "{context}");
    assert!(
        thought
            .candidates
            .iter()
            .all(|(turn, value)| !turn.is_empty() && (0.0..=1.0).contains(value)),
        "{context}"
    );
    let mut along = position.clone();
    for step in thought.line.iter().flat_map(|turn| split_steps(turn)) {
        along
            .play(step)
            .unwrap_or_else(|illegal| panic!("{context}: {illegal}"));
    }
    after
}

fn by_level(position: &AnyPosition, level: Level, seed: u64) -> Thought {
    think(&**position, Strength::Level(level), seed, &|| false).unwrap()
}

#[test]
fn what_is_proven_is_so() {
    let mut rng = Rng::with_seed(14);
    for (game, set) in SETTINGS {
        let (mut compared, mut tries) = (0, 0);
        let start = start(game, set);
        while compared < 12 && tries < 60 {
            tries += 1;
            // Near the end of games exhaustive search is possible. Farther from the end more must be proven.
            let back = rng.usize(2..9);
            let positions = last_of_a_random_game(&start, &mut rng, back);
            let position = &positions[0];
            let (mut seen, mut left) = (HashMap::new(), 3_000);
            let Some(value) = exhaustive(position, &mut seen, &mut left, 0) else {
                continue;
            };
            let Some(mover) = position.to_move() else {
                continue;
            };
            let thought =
                think(&**position, Strength::Nodes(3_000), rng.u64(..), &|| false).unwrap();
            let after = check(position, &thought);
            let Some(proven) = thought.proven else {
                continue;
            };
            let truth = proven_for(value, mover);
            assert_eq!(proven, truth, "{game}: {}: {thought:?}", position.text());
            if let Some(value) = exhaustive(&after, &mut seen, &mut 3_000, 0) {
                assert_eq!(
                    proven_for(value, mover),
                    truth,
                    "{game}: {} gives it away: {thought:?}",
                    position.text()
                );
            }
            compared += 1;
        }
        // Anchor ends by two passes, which a random game makes with most of the board empty, so few positions can be
        // searched.
        assert!(compared >= 4 || game == "anchor", "{game}: {compared}");
    }
}

#[test]
fn connect_n_on_a_small_frame_is_solved_from_the_start() {
    for (columns, rows, n) in [
        ("4", "3", "3"),
        ("3", "4", "3"),
        ("5", "2", "4"),
        ("2", "6", "4"),
    ] {
        let start = start(
            "connect-n",
            &[("columns", columns), ("rows", rows), ("n", n)],
        );
        let value = exhaustive(&start, &mut HashMap::new(), &mut 1_000_000, 0).unwrap();
        let thought = think(&*start, Strength::Nodes(3_000_000), 0, &|| false).unwrap();
        assert_eq!(thought.proven, Some(proven_for(value, Seat::First)));
    }
}

#[test]
fn any_position_has_a_whole_legal_turn_at_every_strength() {
    let mut rng = Rng::with_seed(3);
    for (game, set) in SETTINGS {
        let start = start(game, set);
        for round in 0..4 {
            let mut position = start.clone();
            for _ in 0..rng.usize(0..60) {
                let before = position.clone();
                let Some(step) = rng.choice(position.steps()) else {
                    break;
                };
                position.play(&step).unwrap();
                if position.to_move().is_none() {
                    position = before;
                    break;
                }
            }
            let seed = rng.u64(..);
            check(&position, &by_level(&position, Level::Beginner, seed));
            check(
                &position,
                &think(&*position, Strength::Nodes(1), seed, &|| true).unwrap(),
            );
            if round == 0 {
                check(&position, &by_level(&position, Level::Casual, seed));
                check(
                    &position,
                    &think_plainly(&*position, 20, seed, &|| false).unwrap(),
                );
            }
        }
    }
}

#[test]
fn an_ended_game_has_no_turn() {
    let mut position = start("connect-n", &[]);
    for step in split_steps("a b a b a b a") {
        position.play(step).unwrap();
    }
    assert_eq!(think(&*position, Strength::Nodes(10), 0, &|| false), None);
}

#[test]
fn the_same_question_has_the_same_answer() {
    for (game, set) in SETTINGS {
        let position = start(game, set);
        for level in [Level::Beginner, Level::Casual] {
            assert_eq!(
                by_level(&position, level, 5),
                by_level(&position, level, 5),
                "{game}"
            );
        }
    }
}

/// The most turns of a game until it ends or stands still.
const MOST_TURNS: u64 = 600;

#[test]
fn games_between_beginners_end_or_stand_still() {
    let usual = CATALOGUE.iter().map(|game| (game.card.key, &[][..]));
    for (game, set) in SETTINGS.into_iter().chain(usual) {
        for seed in 0..2 {
            let mut position = start(game, set);
            let (mut turns, mut quiet) = (0, 0);
            while position.to_move().is_some() && !position.standstill().is_reached(quiet) {
                let thought = by_level(&position, Level::Beginner, seed * MOST_TURNS + turns);
                let read = read_turn(&*position, &thought.turn).unwrap();
                quiet = quiet_turns(quiet, &read.effects, &*read.after);
                position = check(&position, &thought);
                turns += 1;
                assert!(turns < MOST_TURNS, "{game}: {}", position.text());
            }
        }
    }
}

/// The rules do not end a game of Antichess in which neither side makes progress.
#[test]
fn an_endgame_of_antichess_goes_on() {
    let game = find("antichess").unwrap();
    let options = game.complete_options(&GivenOptions::new(), || 0).unwrap();
    for level in [Level::Beginner, Level::Casual] {
        for seed in 0..4 {
            let mut position = game
                .read(&options, "8/6P1/3k4/7K/8/8/p7/8 w - - 508 301")
                .unwrap();
            let mut turns = 0;
            while position.to_move().is_some() {
                let thought = by_level(&position, level, seed * 1_000 + turns);
                position = check(&position, &thought);
                turns += 1;
                assert!(turns < 100, "{level}, seed {seed}: {}", position.text());
            }
        }
    }
}

/// Returns a board of Anchor on which Black holds all but three rows, with 20 dead white stones there.
fn held_by_black(to_move: char) -> AnyPosition {
    let mut dead = 0;
    let rows = (1..=15_usize).rev().map(|number| {
        let cells = 15 - number.abs_diff(8);
        let cell = |at: usize| {
            let inside = (2..cells - 2).contains(&at) && number % 2 == 0;
            if number <= 3 {
                '.'
            } else if inside && at.is_multiple_of(2) && dead < 20 {
                dead += 1;
                'o'
            } else {
                'x'
            }
        };
        (0..cells).map(cell).collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    let text = format!("{} {to_move} 0 kept", rows.join("/"));
    let game = find("anchor").unwrap();
    let options = game.complete_options(&GivenOptions::new(), || 0).unwrap();
    game.read(&options, &text).unwrap()
}

#[test]
fn every_level_of_anchor_passes_when_nothing_is_left_to_gain() {
    for (to_move, value) in [('x', 1.0), ('o', 0.0)] {
        let position = held_by_black(to_move);
        for level in Level::ALL {
            let thought = by_level(&position, level, 3);
            assert_eq!(thought.turn, "pass", "{level}, {to_move}");
            assert!((thought.value - value).abs() < 1e-9, "{thought:?}");
            // Advice shows the player the effect of a stone.
            let advice = think(&*position, Strength::Nodes(200), 3, &|| false).unwrap();
            assert!(advice.candidates.len() > 1);
        }
    }
}

/// Club leads by far when half of the board is full.
#[test]
fn games_of_anchor_end_before_the_board_is_full() {
    for seed in 0..3 {
        let mut position = start("anchor", &[("start", "even")]);
        let mut turns = 0;
        while let Some(mover) = position.to_move() {
            let level = match mover {
                Seat::First => Level::Beginner,
                Seat::Second => Level::Club,
            };
            let thought = by_level(&position, level, seed * 1_000 + turns);
            position = check(&position, &thought);
            turns += 1;
        }
        assert!((80..130).contains(&turns), "{turns}");
    }
}

/// Returns a step of this position that wins at once, if one exists.
fn wins_at_once(position: &AnyPosition) -> bool {
    let Some(mover) = position.to_move() else {
        return false;
    };
    position.steps().iter().any(|step| {
        let mut next = position.clone();
        next.play(step).unwrap();
        next.outcome()
            .is_some_and(|outcome| outcome.verdict == Verdict::Win(mover))
    })
}

/// Whether the seat to move has a turn that wins at once, among this many steps.
fn wins_within_a_turn(position: &AnyPosition, looks: &mut u32) -> bool {
    let Some(mover) = position.to_move() else {
        return false;
    };
    wins_at_once(position)
        || position.steps().iter().any(|step| {
            let mut next = position.clone();
            next.play(step).unwrap();
            *looks = looks.saturating_sub(1);
            *looks > 0
                && next.to_move() == Some(mover)
                && !next.turn().is_empty()
                && wins_within_a_turn(&next, looks)
        })
}

/// Finishes a turn at random.
fn after_a_random_turn(position: &AnyPosition, rng: &mut Rng) -> AnyPosition {
    let mut next = position.clone();
    loop {
        let step = rng.choice(next.steps()).unwrap();
        next.play(&step).unwrap();
        if next.to_move().is_none() || next.turn().is_empty() {
            return next;
        }
    }
}

#[test]
fn a_win_in_one_is_taken_by_all() {
    let mut rng = Rng::with_seed(8);
    for (game, set) in SETTINGS {
        let start = start(game, set);
        let (mut found, mut tries) = (0, 0);
        while found < 3 && tries < 40 {
            tries += 1;
            let positions = last_of_a_random_game(&start, &mut rng, 3);
            for position in positions.iter().filter(|position| wins_at_once(position)) {
                let mover = position.to_move().unwrap();
                for level in &Level::ALL {
                    let after = check(position, &by_level(position, *level, tries));
                    assert_eq!(
                        after.outcome().map(|outcome| outcome.verdict),
                        Some(Verdict::Win(mover)),
                        "{game}, {level}: {}",
                        position.text()
                    );
                }
                found += 1;
            }
        }
        // Antichess is won at once only by mate; a bare king wins after the other side takes the last man.
        assert!(
            found > 0 || ["antichess", "encastle"].contains(&game),
            "{game}"
        );
    }
}

#[test]
fn a_loss_in_one_is_avoided_by_all() {
    let mut rng = Rng::with_seed(9);
    for (game, set) in SETTINGS {
        let start = start(game, set);
        let (mut found, mut tries) = (0, 0);
        while found < 4 && tries < 40 {
            tries += 1;
            for position in last_of_a_random_game(&start, &mut rng, 6) {
                if position.to_move().is_none() || wins_at_once(&position) {
                    continue;
                }
                let loses = |after: &AnyPosition| {
                    after.to_move() != position.to_move() && wins_within_a_turn(after, &mut 3_000)
                };
                let turns: Vec<_> = (0..40)
                    .map(|_| after_a_random_turn(&position, &mut rng))
                    .collect();
                let safe = |after: &AnyPosition| after.to_move().is_some() && !loses(after);
                if !turns.iter().any(loses) || !turns.iter().any(safe) {
                    continue;
                }
                found += 1;
                for level in &Level::ALL[..3] {
                    let thought = by_level(&position, *level, found);
                    let after = check(&position, &thought);
                    // If every stone loses as well, a pass is as good.
                    let closes = thought.turn == "pass" && is_lost(&position);
                    assert!(
                        closes || !loses(&after),
                        "{game}, {level}: {}",
                        position.text()
                    );
                }
            }
        }
        // Random games of Antichess seldom get that far.
        assert!(
            found > 0 || ["antichess", "encastle"].contains(&game),
            "{game}"
        );
    }
}

/// A stone in the middle is worth taking over, but a stone that dies on a corner is not.
/// A good first stone leaves neither side much better, because the other seat chooses.
#[test]
fn the_swap_is_weighed_from_both_sides() {
    let start = start("anchor", &[("start", "pie")]);
    let think_after = |steps: &str| {
        let mut position = start.boxed_clone();
        for step in split_steps(steps) {
            position.play(step).unwrap();
        }
        think(&*position, Strength::Nodes(8_000), 3, &|| false).unwrap()
    };
    let worth = |thought: &Thought, turn: &str| {
        let found = thought.candidates.iter().find(|(other, _)| other == turn);
        found.unwrap_or_else(|| panic!("{turn} was weighed")).1
    };
    let middle = think_after("h8");
    assert_eq!(middle.turn, "swap");
    assert!(worth(&middle, "swap") > 0.51, "{middle:?}");
    let corner = think_after("a8");
    assert_ne!(corner.turn, "swap");
    assert!(worth(&corner, "swap") < 0.5, "{corner:?}");
    let first = think_after("");
    assert!(first.value <= 0.5, "{first:?}");
    let swapped = think_after(&format!("{} swap", first.turn));
    assert!((0.4..0.6).contains(&swapped.value), "{swapped:?}");
}

/// Results must never change on any machine: levels, seeds and all arithmetic are deterministic.
#[test]
fn golden_turns() {
    let table = include_str!("search_golden.txt");
    let mut found = String::new();
    for line in table.lines() {
        let [game, options, play, level, seed, _] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let set: Vec<_> = options
            .split(' ')
            .filter_map(|pair| pair.split_once('='))
            .collect();
        let mut position = start(game, &set);
        for step in split_steps(play) {
            position.play(step).unwrap();
        }
        // A level, or a number of nodes if a level takes too long for a test.
        let strength = match level.strip_prefix("nodes ") {
            Some(nodes) => Strength::Nodes(nodes.parse().unwrap()),
            None => Strength::Level(Level::numbered(level.parse().unwrap()).unwrap()),
        };
        let seed_of = seed.parse().unwrap();
        let thought = think(&*position, strength, seed_of, &|| false).unwrap();
        found += &format!(
            "{game}|{options}|{play}|{level}|{seed}|{} {:.6} {}\n",
            thought.turn, thought.value, thought.nodes
        );
    }
    assert_eq!(found, table);
}

/// Positions of both Antichesses with forced wins, and the number of the winner's turns.
/// They are from random games. The numbers are from an exhaustive search like [`can_force`].
const FORCED_WINS: &str = include_str!("antichess_wins.txt");

fn forced_wins() -> impl Iterator<Item = (AnyPosition, u32, &'static str)> {
    FORCED_WINS.lines().map(|line| {
        let [game, text, turns] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let game = find(game).unwrap();
        let values = game.complete_options(&GivenOptions::new(), || 0).unwrap();
        let position = game.read(&values, text).unwrap();
        (position, turns.parse().unwrap(), line)
    })
}

/// Whether the seat can force a win within this many turns of its own, by exhaustive search.
fn can_force(position: &AnyPosition, seat: Seat, turns: u32) -> bool {
    let Some(mover) = position.to_move() else {
        return wins(position, seat);
    };
    let mut after = position.steps().into_iter().map(|step| {
        let mut next = position.clone();
        next.play(&step).unwrap();
        next
    });
    if mover == seat {
        turns > 0 && after.any(|next| can_force(&next, seat, turns - 1))
    } else {
        after.all(|next| can_force(&next, seat, turns))
    }
}

fn wins(position: &AnyPosition, seat: Seat) -> bool {
    position
        .outcome()
        .is_some_and(|outcome| outcome.verdict == Verdict::Win(seat))
}

#[test]
fn forced_wins_of_antichess_are_what_they_are_said_to_be() {
    let mut checked = 0;
    for (position, turns, line) in forced_wins().filter(|&(_, turns, _)| turns == 2).step_by(3) {
        let mover = position.to_move().unwrap();
        assert!(can_force(&position, mover, turns), "{line}");
        assert!(!can_force(&position, mover, turns - 1), "{line}");
        checked += 1;
    }
    assert!(checked >= 8);
}

/// Returns how many forced wins Master proves and how many were tried, every *n*th of the file.
fn solved_by_master(each: usize) -> (usize, usize) {
    let (mut solved, mut all) = (0, 0);
    for (position, _, _) in forced_wins().step_by(each) {
        all += 1;
        if by_level(&position, Level::Master, 1).proven == Some(Proven::Win) {
            solved += 1;
        }
    }
    (solved, all)
}

#[test]
fn master_sees_forced_wins_of_antichess() {
    let (solved, all) = solved_by_master(7);
    assert!(all >= 12 && solved * 100 >= all * 95, "{solved} of {all}");
}

#[test]
#[ignore = "minutes without optimisation: the whole set"]
fn master_sees_all_forced_wins_of_antichess() {
    let (solved, all) = solved_by_master(1);
    assert!(all >= 90 && solved * 100 >= all * 95, "{solved} of {all}");
}

/// Solves a position of анааш on the smallest board, and compares it with its successors' results.
fn solve(position: &AnyPosition, depth: u32, known: &mut HashMap<String, Proven>) -> Proven {
    if let Some(&proven) = known.get(&position.text()) {
        return proven;
    }
    let thought = by_level(position, Level::Master, 1);
    let proven = thought
        .proven
        .unwrap_or_else(|| panic!("{}", position.text()));
    if depth > 0 {
        let mover = position.to_move().unwrap();
        let mut wins = false;
        for step in position.steps() {
            let mut next = position.clone();
            next.play(&step).unwrap();
            let of_next = solve(&next, depth - 1, known);
            wins |= (of_next == Proven::Win) == (next.to_move() == Some(mover));
        }
        assert_eq!(proven == Proven::Win, wins, "{}", position.text());
    }
    known.insert(position.text(), proven);
    proven
}

#[test]
fn master_solves_the_smallest_anaash_from_its_middle_game_on() {
    let mut rng = Rng::with_seed(0x0614);
    for _ in 0..12 {
        let mut position = start("anaash", &[("size", "4")]);
        for _ in 0..7 {
            let step = rng.choice(position.steps()).unwrap();
            position.play(&step).unwrap();
        }
        solve(&position, 1, &mut HashMap::new());
    }
}

#[test]
#[ignore = "minutes even with optimisation: every position of the first two steps"]
fn master_solves_the_smallest_anaash() {
    let mut known = HashMap::new();
    let position = start("anaash", &[("size", "4")]);
    assert_eq!(solve(&position, 2, &mut known), Proven::Win);
    assert!(known.len() > 300, "{}", known.len());
}

#[test]
fn a_computer_plays_the_skeleton_without_a_word_more() {
    let options = GAME.complete_options(&GivenOptions::new(), || 0);
    let mut board = GAME.start(&options.expect("no options")).expect("a start");
    while board.to_move().is_some() {
        let thought = think(&*board, Strength::Nodes(20_000), 1, &|| false).expect("a turn");
        board.play(&thought.turn).expect("a legal turn");
    }
    // Best play is a draw.
    assert_eq!(board.text().matches('.').count(), 0);
}
