//! Any text given as a position of any game is read as a whole position or refused.
#![no_main]

use anteroom_fuzz::properties::check_given;
use anteroom_fuzz::{Setup, Text, Walk};
use fastrand::Rng;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Setup, Walk, Text, u64)| {
    let (setup, walk, text, seed) = input;
    let Some(setting) = setup.setting() else {
        return;
    };
    let mut position = setting.start();
    walk.walk(&mut position, |_, _| {});
    check_given(
        &setting,
        &text.of(&position.text()),
        &mut Rng::with_seed(seed),
    );
});
