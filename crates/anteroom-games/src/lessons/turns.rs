//! Whole turns, generated one after the other within a limit.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::{DynPosition, Progress, TurnRead, add_step};

/// Calls `visit` with whole turns, shortest first, until it breaks or `most` steps were tried.
///
/// Returns whether it has seen all turns.
pub fn each_turn(
    position: &dyn DynPosition,
    most: usize,
    mut visit: impl FnMut(&TurnRead) -> ControlFlow<()>,
) -> bool {
    let mut begun = VecDeque::from([TurnRead {
        steps: Vec::new(),
        effects: Vec::new(),
        after: position.boxed_clone(),
        progress: Progress::Complete,
    }]);
    let mut tried = 0;
    while let Some(turn) = begun.pop_front() {
        for step in turn.after.steps() {
            tried += 1;
            if tried > most {
                return false;
            }
            let mut next = turn.clone();
            let Ok(played) = next.after.play(&step) else {
                continue;
            };
            next.steps.push(played.step);
            add_step(&mut next.effects, played.effects);
            next.progress = next.after.progress();
            if next.progress != Progress::Complete {
                begun.push_back(next);
            } else if visit(&next).is_break() {
                return false;
            }
        }
    }
    true
}
