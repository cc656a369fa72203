use super::{DynPosition, Progress};

/// The most steps of a turn that are tried one after the other.
const MOST_STEPS: usize = 16;

/// The canonical text of the turn that begins here, where the rules leave only one; `None` where there are several, none,
/// or very many steps to it.
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
