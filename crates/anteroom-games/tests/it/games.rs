//! Invariants of every game of the catalogue: random games with all kinds of options.

use anteroom_games::{CATALOGUE, Effect, Game, GivenOptions, Progress, quiet_turns, read_turn};
use fastrand::Rng;

use crate::oracle::{Setting, mutated};
use crate::properties::{check_given, check_pieces, check_position};
use crate::settings::drawn;

/// The most steps that are listed for one setting: games with many choices are played for fewer turns.
const LISTED: usize = 12_000;

/// Returns the usual options and a few others.
pub fn settings(game: &'static Game, rng: &mut Rng) -> Vec<Setting> {
    let usual = Setting {
        game,
        values: game
            .complete_options(&GivenOptions::new(), || rng.u32(..))
            .unwrap(),
    };
    let mut settings = vec![usual];
    for _ in 0..40 {
        if let Some(values) = drawn(game, |below| rng.u64(..below))
            && settings.len() < 5
            && settings.iter().all(|known| known.values != values)
        {
            settings.push(Setting { game, values });
        }
    }
    settings
}

#[test]
fn every_game_has_a_sample_and_a_typical_length() {
    for game in anteroom_games::CATALOGUE {
        assert!(game.sample_scene().is_some(), "{}", game.card.key);
        let values = game
            .complete_options(&anteroom_games::GivenOptions::new(), || 0)
            .unwrap();
        let turns = (game.card.typical_turns)(&values);
        assert!((5..=400).contains(&turns), "{} {turns}", game.card.key);
    }
}

#[test]
fn card_tells_whether_colours_can_be_swapped_after_the_first_turn() {
    let mut swaps = 0;
    for game in CATALOGUE {
        for (name, given) in game.setups() {
            let values = game.complete_options(&given, || 0).expect("settings");
            let setting = Setting { game, values };
            let mut position = setting.start();
            while position.progress() != Progress::Complete || position.turn().is_empty() {
                let step = position.steps().swap_remove(0);
                position.play(&step).expect("a legal step");
                if position.to_move() != setting.start().to_move() {
                    break;
                }
            }
            let swap = position.steps().into_iter().find(|step| {
                let played = position.clone().play(step).expect("a legal step");
                played.effects.contains(&Effect::Swapped)
            });
            let said = (game.card.pie_rule)(&setting.values);
            assert_eq!(swap.is_some(), said, "{} {name}", game.card.key);
            swaps += usize::from(said);
        }
    }
    assert!(swaps > 0);
}

#[test]
fn every_game_keeps_its_word() {
    for game in CATALOGUE {
        let mut rng = Rng::with_seed(11);
        for setting in settings(game, &mut rng) {
            let mut listed = 0;
            while listed < LISTED {
                listed += play_one(&setting, LISTED - listed, &mut rng);
            }
        }
    }
}

/// Plays one random game, until it ends or `most` steps have been listed.
///
/// Returns the number of listed steps.
pub fn play_one(setting: &Setting, most: usize, rng: &mut Rng) -> usize {
    let mut position = setting.start();
    let (mut record, mut turn, mut last, mut listed) = (Vec::new(), Vec::new(), Vec::new(), 0);
    loop {
        // A check costs about as much as listing twenty times.
        if position.outcome().is_some() || rng.u8(..4) == 0 {
            check_position(setting, &position, &last, rng);
            listed += 4 * position.steps().len();
        }
        let steps = position.steps();
        listed += steps.len() + 1;
        if steps.is_empty() || listed > most {
            break;
        }
        if turn.is_empty() {
            last.clear();
        }
        let step = &steps[rng.usize(..steps.len())];
        let before = position.clone();
        let played = position
            .play(step)
            .unwrap_or_else(|illegal| panic!("{}: {illegal}", position.text()));
        check_pieces(&before, &played.effects, &position);
        last.extend(played.effects);
        turn.push(played.step);
        if position.progress() == Progress::Complete {
            record.push(turn.join(" "));
            turn.clear();
        }
    }
    record.extend((!turn.is_empty()).then(|| turn.join(" ")));
    replay(setting, &record, &position.text());
    listed
}

/// Checks that the turns of a record, read one by one from the start, lead to the same position.
fn replay(setting: &Setting, record: &[String], end: &str) {
    let mut position = setting.start();
    for (i, turn) in record.iter().enumerate() {
        let read =
            read_turn(position.as_ref(), turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
        assert_eq!(&read.text(), turn);
        assert!(
            read.progress == Progress::Complete || i + 1 == record.len(),
            "{turn} is a whole turn"
        );
        position = read.after;
    }
    assert_eq!(position.text(), end);
}

#[test]
fn any_text_is_a_whole_position_or_refused() {
    for game in CATALOGUE {
        let mut rng = Rng::with_seed(12);
        for setting in settings(game, &mut rng) {
            let mut position = setting.start();
            for _ in 0..24 {
                for _ in 0..8 {
                    check_given(&setting, &mutated(&position.text(), &mut rng), &mut rng);
                }
                let steps = position.steps();
                let Some(step) = rng.choice(&steps) else {
                    break;
                };
                position.play(step).unwrap();
            }
            let noise: String = (0..rng.usize(..40)).map(|_| rng.char(..)).collect();
            check_given(&setting, &noise, &mut rng);
        }
    }
}

#[test]
fn settled_options_are_settled_again() {
    for game in CATALOGUE {
        let mut rng = Rng::with_seed(13);
        for setting in settings(game, &mut rng) {
            let given: GivenOptions = setting
                .values
                .iter()
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            assert_eq!(
                game.complete_options(&given, || 1).as_ref(),
                Ok(&setting.values),
                "{}",
                setting.values
            );
            let upper = given
                .iter()
                .map(|(key, value)| (key.clone(), format!(" {} ", value.to_uppercase())))
                .collect();
            assert_eq!(
                game.complete_options(&upper, || 1).as_ref(),
                Ok(&setting.values),
                "{}",
                setting.values
            );
            for key in given.keys() {
                let mut wrong = given.clone();
                wrong.insert(key.clone(), String::from("99999999999\nand more"));
                let sentence = game.complete_options(&wrong, || 1).unwrap_err().to_string();
                assert!(
                    !sentence.contains('\n') && sentence.contains(key.as_str()),
                    "{sentence}"
                );
            }
        }
        let sentence = game
            .complete_options(
                &GivenOptions::from([(String::from("no\tsuch"), String::new())]),
                || 1,
            )
            .unwrap_err()
            .to_string();
        assert!(
            sentence.starts_with(game.card.name) && !sentence.contains('\t'),
            "{sentence}"
        );
    }
}

#[test]
fn the_easiest_games_come_first() {
    assert!(CATALOGUE.iter().map(|game| game.card.learning).is_sorted());
}

/// The most random turns of a game until it ends or stands still.
const MOST_TURNS: u32 = 4_000;

/// Returns the number of random turns of a game until it ends or stands still, at most `most`.
fn turns_until_it_rests(setting: &Setting, most: u32, rng: &mut Rng) -> u32 {
    let (mut position, mut quiet) = (setting.start(), 0);
    for made in 0..most {
        if position.to_move().is_none() || position.standstill().is_reached(quiet) {
            return made;
        }
        let before = position.clone();
        let mut turn = Vec::new();
        while turn.is_empty() || !position.turn().is_empty() {
            let step = rng.choice(position.steps()).unwrap();
            position.play(&step).unwrap();
            turn.push(step);
        }
        let turn = read_turn(&*before, &turn.join(" ")).unwrap();
        quiet = quiet_turns(quiet, &turn.effects, &*turn.after);
    }
    most
}

#[test]
fn every_game_ends_or_stands_still() {
    let mut rng = Rng::with_seed(12);
    for game in CATALOGUE {
        for setting in settings(game, &mut rng) {
            for _ in 0..8 {
                let turns = turns_until_it_rests(&setting, MOST_TURNS, &mut rng);
                assert!(turns < MOST_TURNS, "{} {}", game.card.key, setting.values);
            }
        }
    }
}
