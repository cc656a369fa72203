use super::{DynPosition, Progress};

/// The most steps of a turn that are tried.
const MOST_STEPS: usize = 16;

/// Returns the canonical text of the turn that begins here, if the rules leave only one.
///
/// `None` if several turns or none are legal, or if the turn has very many steps.
#[must_use]
pub fn only_turn(position: &dyn DynPosition) -> Option<String> {
    position.to_move()?;
    let mut position = position.boxed_clone();
    let mut steps = Vec::new();
    while steps.len() < MOST_STEPS {
        steps.push(position.play(&position.only_step()?).ok()?.step);
        if position.progress() == Progress::Complete {
            return Some(steps.join(" "));
        }
    }
    None
}
