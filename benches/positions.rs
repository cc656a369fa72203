//! Positions of every game of the catalogue, for measuring.

use std::fmt;

use anteroom::games::{AnyPosition, CATALOGUE, Game, GivenOptions, Happening};
use fastrand::Rng;

/// A random game that goes on so long is left alone.
pub const MOST_STEPS: u64 = 2_000;

/// A position of a game, with a name for the table.
pub struct Case {
    pub name: String,
    pub position: AnyPosition,
    /// What the last step did.
    pub last: Vec<Happening>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Every game at its start, with the options that a match has if nothing else is said.
pub fn starts() -> Vec<Case> {
    let start = |game: &'static Game| {
        let values = game.settle(&GivenOptions::new(), || 0).ok()?;
        Some(Case { name: game.card.key.to_owned(), position: game.start(&values).ok()?, last: Vec::new() })
    };
    CATALOGUE.iter().filter_map(start).collect()
}

/// Every game in the middle of a random one.
pub fn middles() -> Vec<Case> {
    let mut cases = starts();
    for case in &mut cases {
        let (length, _) = case.position.playout(MOST_STEPS, 1);
        let mut rng = Rng::with_seed(1);
        for _ in 0..length / 2 {
            let steps = case.position.steps();
            let Some(step) = rng.choice(&steps) else { break };
            if let Ok(played) = case.position.play(step) {
                case.last = played.happenings;
            }
        }
    }
    cases
}
