//! Random games, held against a slow generator that shares nothing with the program: the same steps, next positions and
//! outcomes all the way.
#![no_main]

use anteroom_fuzz::oracle::hold_against;
use anteroom_fuzz::slow::second_opinion;
use anteroom_fuzz::{Setup, Walk};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Setup, Walk)| {
    let (setup, walk) = input;
    let Some(setting) = setup.setting() else {
        return;
    };
    let mut position = setting.start();
    let mut slow = second_opinion(setting.game.card.key, &position.text());
    walk.walk(&mut position, |before, step| {
        hold_against(&setting, before, slow.as_ref());
        slow = slow.after(step);
    });
    hold_against(&setting, &position, slow.as_ref());
});
