//! Any options of any game are settled in one form or refused.
#![no_main]

use anteroom_fuzz::games::{CATALOGUE, GivenOptions};
use libfuzzer_sys::fuzz_target;

/// One of the game's keys, or any key, and a value.
type Given = (Result<u8, String>, String);

fuzz_target!(|input: (u8, Vec<Given>)| {
    let (game, pairs) = input;
    let game = &CATALOGUE[usize::from(game) % CATALOGUE.len()];
    let keys = game.card.options;
    let given: GivenOptions = pairs
        .into_iter()
        .map(|(key, value)| match key {
            Ok(number) if !keys.is_empty() => {
                (keys[usize::from(number) % keys.len()].key.to_owned(), value)
            }
            Ok(number) => (number.to_string(), value),
            Err(key) => (key, value),
        })
        .collect();
    match game.complete_options(&given, || 0) {
        Ok(values) => {
            let canonical: GivenOptions = values
                .iter()
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            assert_eq!(game.complete_options(&canonical, || 1).as_ref(), Ok(&values));
            let start = game
                .start(&values)
                .unwrap_or_else(|error| panic!("{values}: {error}"));
            let read = game
                .read(&values, &start.text())
                .unwrap_or_else(|error| panic!("{values}: {error}"));
            assert_eq!(read.steps(), start.steps());
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
    }
});
