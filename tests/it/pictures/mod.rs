//! Boards as pictures and animations.

mod animation;
mod kept;
mod render;

use anteroom::board::Seat;
use anteroom::board::scene::Scene;
use anteroom::games::{self, GivenOptions, split_steps};

/// Returns a game's board after these steps, with the usual settings.
fn board(game: &str, steps: &str) -> Scene {
    board_with(game, GivenOptions::new(), steps)
}

/// Returns a game's board after these steps.
fn board_with(game: &str, given: GivenOptions, steps: &str) -> Scene {
    let game = games::find(game).expect("a game");
    let settings = game.complete_options(&given, || 7).expect("settings");
    let mut position = game.start(&settings).expect("a start");
    for step in split_steps(steps) {
        position.play(step).expect("a legal step");
    }
    position.scene(Seat::First)
}
