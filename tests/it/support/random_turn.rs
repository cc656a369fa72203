//! Random turns.

use anteroom::games::{Progress, read_turn};
use anteroom::matches::Match;

pub fn random_turn(played: &Match, rng: &mut fastrand::Rng) -> String {
    let mut text = String::new();
    loop {
        let position = match read_turn(played.position(), &text) {
            Ok(turn) if turn.progress == Progress::Complete => return text,
            Ok(turn) => turn.after,
            Err(_) => played.position().boxed_clone(),
        };
        let steps = position.steps();
        text = format!("{text} {}", steps[rng.usize(..steps.len())]);
    }
}
