use super::{Outcome, Position};

/// Plays random steps to the end of the game, or at most so many. Returns how many were made and how it ended; no
/// outcome when it did not end within them.
///
/// `below(n)` gives a number less than n, see [`Position::random_step`].
pub fn playout<P: Position>(position: &P, most: u64, below: &mut impl FnMut(u64) -> u64) -> (u64, Option<Outcome>) {
    let mut position = position.clone();
    let made = position.play_on(most, below);
    (made, position.outcome())
}
