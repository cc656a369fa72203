//! Measures the levels in the middle of a game, and Master in Connect Four just beyond the book.
//!
//! `cargo bench -p anteroom-benches --bench search`. For strength see `lab arena` and `docs/opponents.md`.

#[allow(
    dead_code,
    reason = "shared with the other benches, which use all of it"
)]
mod positions;

use anteroom::board::Level;
use anteroom::games::{self, AnyPosition, GivenOptions, split_steps};
use anteroom::search::{Strength, think};
use divan::{Bencher, black_box};
use positions::{Case, middles};

fn main() {
    divan::main();
}

#[divan::bench(args = middles(), max_time = 2, sample_count = 5, sample_size = 1)]
fn beginner(bencher: Bencher<'_, '_>, case: &Case) {
    by_level(bencher, &case.position, Level::Beginner);
}

#[divan::bench(args = middles(), max_time = 3, sample_count = 5, sample_size = 1)]
fn club(bencher: Bencher<'_, '_>, case: &Case) {
    by_level(bencher, &case.position, Level::Club);
}

#[divan::bench(args = middles(), max_time = 10, sample_count = 3, sample_size = 1)]
fn master(bencher: Bencher<'_, '_>, case: &Case) {
    by_level(bencher, &case.position, Level::Master);
}

/// Positions on 7×6 with nine chips, just beyond the book.
#[divan::bench(
    args = ["d d d d d b b a a", "a b c d e f g a b", "d d d d d d c c c", "b f c e d a g d d"],
    max_time = 30,
    sample_count = 3,
    sample_size = 1
)]
fn connect_four_beyond_the_book(bencher: Bencher<'_, '_>, steps: &str) {
    let game = games::find("connect-n");
    let start = game.and_then(|game| {
        let values = game.complete_options(&GivenOptions::new(), || 0).ok()?;
        game.start(&values).ok()
    });
    let Some(mut position) = start else { return };
    for step in split_steps(steps) {
        if position.play(step).is_err() {
            return;
        }
    }
    by_level(bencher, &position, Level::Master);
}

/// The searches of `/analyse` for a match of 80 turns: the middle of a game again and again, and every fifth board
/// twice. One core should take at most a minute per game.
#[divan::bench(args = middles(), max_time = 60, sample_count = 1, sample_size = 1)]
fn analysis_of_eighty_turns(bencher: Bencher<'_, '_>, case: &Case) {
    let strength = Strength::Advice;
    bencher.bench_local(|| {
        for seed in 0..81 + 16 {
            black_box(think(&*case.position, strength, seed, &|| false));
        }
    });
}

fn by_level(bencher: Bencher<'_, '_>, position: &AnyPosition, level: Level) {
    bencher.bench_local(|| {
        think(
            black_box(&**position),
            Strength::Level(level),
            black_box(1),
            &|| false,
        )
    });
}
