use super::{Outcome, Position};

/// Plays random steps to the end of the game, or at most *n*. Returns how many were made and how it ended; no
/// outcome when it did not end within them.
///
/// `below(n)` gives a number less than n, see [`Position::random_step`].
pub fn playout<P: Position>(
    position: &P,
    most: u64,
    below: &mut impl FnMut(u64) -> u64,
) -> (u64, Option<Outcome>) {
    let mut position = position.clone();
    let made = position.play_on(most, below);
    (made, position.outcome())
}

/// One of all legal next steps, each as likely as any other, found by listing them; `None` when the game is over.
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
