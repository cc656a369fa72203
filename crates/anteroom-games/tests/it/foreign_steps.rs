//! Compares `check` and `random_step` with the list of legal steps, also for steps of other positions.

use anteroom_games::anaash::{Anaash, Size};
use anteroom_games::anacund::{Anacund, Seed};
use anteroom_games::anchor::{Anchor, Start};
use anteroom_games::antichess::Antichess;
use anteroom_games::connect_n::{self, ConnectN, Wide};
use anteroom_games::{CATALOGUE, GivenOptions, Picking, Position, playout};
use fastrand::Rng;

fn steps<P: Picking>(position: &P) -> Vec<P::Step> {
    let mut steps = Vec::new();
    position.for_each_step(|step| steps.push(step));
    steps
}

/// The most steps of a game, because some would go on for ever.
const MOST_STEPS: usize = 400;

/// Plays at random by `random_step`, and tries every earlier step on every position.
fn hold_against_the_list<P: Picking>(start: &P, rng: &mut Rng) {
    let mut met: Vec<P::Step> = Vec::new();
    let mut position = start.clone();
    for _ in 0..MOST_STEPS {
        let legal = steps(&position);
        assert_eq!(position.count_steps(), legal.len() as u64, "{position}");
        for step in &met {
            assert_eq!(
                position.check(step).is_ok(),
                legal.contains(step),
                "{position}: {step}"
            );
        }
        for (i, step) in legal.iter().enumerate() {
            assert_eq!(position.check(step), Ok(()), "{position}: {step}");
            assert!(!legal[..i].contains(step), "{position}: {step} comes twice");
        }
        let picked = position.random_step(&mut |n| rng.u64(..n));
        assert_eq!(picked.is_none(), legal.is_empty(), "{position}");
        assert_eq!(position.outcome().is_some(), legal.is_empty(), "{position}");
        let Some(step) = picked else { break };
        assert!(legal.contains(&step), "{position}: {step}");
        met.extend(
            legal
                .into_iter()
                .filter(|step| rng.u8(..4) == 0 && !met.contains(step))
                .collect::<Vec<_>>(),
        );
        // The result of an illegal step is unspecified, but nothing panics.
        if let Some(step) = rng.choice(&met) {
            let mut astray = position.clone();
            astray.play_unchecked(step, &mut ());
            let _ = (
                astray.count_steps(),
                steps(&astray),
                astray.outcome(),
                astray.to_string(),
                astray.scene(anteroom_board::Seat::First),
            );
        }
        position.play_unchecked(&step, &mut ());
    }
}

/// Checks that every legal step is picked at some time.
fn every_step_comes<P: Picking>(position: &P, rng: &mut Rng) {
    let mut missing = steps(position);
    for _ in 0..20_000 {
        let picked = position.random_step(&mut |n| rng.u64(..n)).unwrap();
        missing.retain(|step| *step != picked);
        if missing.is_empty() {
            return;
        }
    }
    panic!("{position}: {missing:?} never came");
}

fn after<P: Picking>(start: &P, typed: &str) -> P {
    let mut position = start.clone();
    for text in typed.split_whitespace() {
        let step = position.read_step(text).unwrap();
        position.play_unchecked(&step, &mut ());
    }
    position
}

#[test]
fn check_and_chance_agree_with_the_list() {
    let mut rng = Rng::with_seed(1);
    for side in [4, 6, 8, 10] {
        hold_against_the_list(&Anaash::start(&Size::new(side).unwrap()), &mut rng);
    }
    for seed in 0..4 {
        hold_against_the_list(&Anacund::start(&Seed(seed)), &mut rng);
    }
    for start in [Start::Pie, Start::Handicap(5)] {
        hold_against_the_list(&Anchor::start(&start), &mut rng);
    }
    for _ in 0..4 {
        hold_against_the_list(&Antichess::<false>::start(&()), &mut rng);
        hold_against_the_list(&Antichess::<true>::start(&()), &mut rng);
        hold_against_the_list(
            &ConnectN::<u64>::start(&connect_n::Size::new(7, 6, 4).unwrap()),
            &mut rng,
        );
        hold_against_the_list(
            &ConnectN::<Wide>::start(&connect_n::Size::new(16, 16, 5).unwrap()),
            &mut rng,
        );
    }
}

#[test]
fn chance_reaches_every_step() {
    let mut rng = Rng::with_seed(2);
    every_step_comes(&Anaash::start(&Size::new(6).unwrap()), &mut rng);
    every_step_comes(&Anacund::start(&Seed(5)), &mut rng);
    let pie = Anchor::start(&Start::Pie);
    for typed in ["", "h8", "h8 swap", "h8 pass"] {
        every_step_comes(&after(&pie, typed), &mut rng);
    }
    // The tenth symmetric play is never picked, even by a constant source of randomness.
    let mirrored = after(
        &Anchor::start(&Start::Even),
        "a1 o15 a2 o14 a3 o13 a4 o12 a5 o11 a6 o10 a7 o9 a8 o8 b1 n15 b2",
    );
    every_step_comes(&mirrored, &mut rng);
    assert!((0..20_000).all(|_| {
        mirrored
            .random_step(&mut |n| rng.u64(..n))
            .unwrap()
            .to_string()
            != "n14"
    }));
    assert!(
        mirrored.random_step(&mut |_| 0).is_some()
            && mirrored.random_step(&mut |n| n - 1).is_some()
    );
}

#[test]
fn games_played_on_by_chance_make_legal_steps() {
    fn one_by_one<P: Picking>(start: &P, rng: &mut Rng) {
        let mut position = start.clone();
        loop {
            let after: Vec<P> = steps(&position)
                .iter()
                .map(|step| {
                    let mut after = position.clone();
                    after.play_unchecked(step, &mut ());
                    after
                })
                .collect();
            let made = position.play_on(1, &mut |n| rng.u64(..n));
            assert_eq!(made, u64::from(!after.is_empty()));
            if after.is_empty() {
                break;
            }
            assert!(after.contains(&position), "{position} follows by no step");
        }
        let (made, outcome) = playout(start, 5000, &mut |n| rng.u64(..n));
        assert!(made > 0 && outcome.is_some());
        assert_eq!(playout(start, 2, &mut |n| rng.u64(..n)), (2, None));
    }
    let mut rng = Rng::with_seed(3);
    one_by_one(&Anaash::start(&Size::new(4).unwrap()), &mut rng);
    one_by_one(&Anacund::start(&Seed(9)), &mut rng);
    for start in [Start::Pie, Start::Handicap(2)] {
        one_by_one(&Anchor::start(&start), &mut rng);
    }
    // A longer playout does not make the forbidden tenth symmetric play either.
    let mirrored = after(
        &Anchor::start(&Start::Even),
        "a1 o15 a2 o14 a3 o13 a4 o12 a5 o11 a6 o10 a7 o9 a8 o8 b1 n15 b2",
    );
    for _ in 0..2_000 {
        let mut played = mirrored.clone();
        assert_eq!(played.play_on(1, &mut |n| rng.u64(..n)), 1);
        assert!(!played.to_string().ends_with("n14"), "{played}");
    }
}

#[test]
fn settled_options_settle_to_themselves() {
    for game in CATALOGUE {
        let values = game
            .complete_options(&GivenOptions::new(), || 12_345)
            .unwrap();
        let given: GivenOptions = values
            .iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        assert_eq!(
            game.complete_options(&given, || 0).unwrap(),
            values,
            "{}",
            game.card.key
        );
    }
    let anchor = CATALOGUE
        .iter()
        .find(|game| game.card.key == "anchor")
        .unwrap();
    for handicap in 1..=7 {
        let given = [
            ("start", "HANDICAP".to_owned()),
            ("handicap", format!(" {handicap} ")),
        ];
        let given: GivenOptions = given
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect();
        let values = anchor.complete_options(&given, || 0).unwrap();
        assert_eq!(
            values.to_string(),
            format!("handicap {handicap}, start handicap")
        );
        let again: GivenOptions = values
            .iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        assert_eq!(anchor.complete_options(&again, || 0).unwrap(), values);
    }
}
