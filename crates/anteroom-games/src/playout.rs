use super::{Outcome, Position};

/// Plays random steps to the end of the game, or at most *n*.
///
/// Returns the number of steps and the outcome; no outcome if the game goes on. `below(n)` returns a number less than
/// n, see [`Position::random_step`].
pub fn playout<P: Position>(
    position: &P,
    most: u64,
    below: &mut impl FnMut(u64) -> u64,
) -> (u64, Option<Outcome>) {
    let mut position = position.clone();
    let made = position.play_on(most, below);
    (made, position.outcome())
}

/// Returns a uniformly random legal next step by listing all of them; `None` if the game is over.
pub(super) fn listed_step<P: Position>(
    position: &P,
    below: &mut impl FnMut(u64) -> u64,
) -> Option<P::Step> {
    let count = position.count_steps();
    if count == 0 {
        return None;
    }
    let (mut number, mut picked) = (below(count), None);
    position.for_each_step(|step| {
        if number == 0 && picked.is_none() {
            picked = Some(step);
        } else {
            number = number.saturating_sub(1);
        }
    });
    picked
}
