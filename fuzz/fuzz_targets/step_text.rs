//! Any text typed as a turn in any position is one of the legal ones or refused, and nothing else happens.
#![no_main]

use anteroom_fuzz::games::{TurnError, read_turn};
use anteroom_fuzz::properties::check_typed;
use anteroom_fuzz::{Setup, Text, Walk};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Setup, Walk, u16, Text)| {
    let (setup, walk, number, text) = input;
    let Some(setting) = setup.setting() else {
        return;
    };
    let mut position = setting.start();
    walk.walk(&mut position, |_, _| {});
    let steps = position.steps();
    let right = steps
        .get(usize::from(number) % steps.len().max(1))
        .map_or("", String::as_str);
    let typed = text.of(right);
    check_typed(&setting, &position, &typed);
    position.complete(&typed, 25);
    match read_turn(position.as_ref(), &typed) {
        Ok(read) => {
            let again = read_turn(position.as_ref(), &read.text())
                .unwrap_or_else(|error| panic!("{}: {error}", read.text()));
            assert_eq!(
                (again.steps, again.after.text()),
                (read.steps, read.after.text())
            );
        }
        Err(TurnError::Empty) => assert!(!typed.chars().any(char::is_alphanumeric)),
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
});
