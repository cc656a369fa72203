//! The puzzles that ship with the program.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::puzzle::Puzzle;
use anteroom_games::{Game, with_puzzles};

static PUZZLES: OnceLock<BTreeMap<&'static str, Vec<Puzzle>>> = OnceLock::new();

/// Returns the puzzles of a game, in the order of their numbers, which begin with 1.
#[must_use]
pub fn puzzles(game: &Game) -> &'static [Puzzle] {
    let all = PUZZLES.get_or_init(|| {
        // A test reads every line, so no puzzle is missing.
        with_puzzles()
            .map(|game| {
                let lines = game.card.puzzles.unwrap_or_default().lines();
                let read = lines.filter_map(|line| Puzzle::read(line).ok());
                (game.card.key, read.collect())
            })
            .collect()
    });
    all.get(game.card.key).map_or(&[], Vec::as_slice)
}

/// Returns a puzzle of a game by its number, counted from 1.
#[must_use]
pub fn puzzle(game: &Game, number: u32) -> Option<&'static Puzzle> {
    let place = usize::try_from(number).ok()?.checked_sub(1)?;
    puzzles(game).get(place)
}
