//! Random steps from the start, or from a position that was read from a text near one of the game's own.
#![no_main]

use anteroom_fuzz::properties::{check_given, check_position};
use anteroom_fuzz::{Setup, Text, Walk};
use fastrand::Rng;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Setup, Walk, Option<Text>, Walk, u64)| {
    let (setup, before, text, after, seed) = input;
    let Some(setting) = setup.setting() else {
        return;
    };
    let mut rng = Rng::with_seed(seed);
    let mut position = setting.start();
    before.walk(&mut position, |_, _| {});
    if let Some(text) = text {
        let Some(read) = check_given(&setting, &text.of(&position.text()), &mut rng) else {
            return;
        };
        position = read;
    }
    after.walk(&mut position, |before, step| {
        assert_eq!(before.to_move().is_some(), before.outcome().is_none());
        let mut typed = before.clone();
        let played = typed
            .play(&step.to_uppercase())
            .unwrap_or_else(|illegal| panic!("{}: {step}: {illegal}", before.text()));
        assert_eq!(played.step, step);
        let read = setting.read(&typed.text());
        assert_eq!(read.text(), typed.text());
    });
    check_position(&setting, &position, &[], &mut rng);
});
