use std::cmp::Ordering;
use std::time::Duration;

use super::Rating;

/// The longest time without a match for a listed player.
pub const ACTIVE: Duration = Duration::from_hours(60 * 24);

/// A player who may be listed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<P> {
    /// The player.
    pub who: P,
    /// The rating after their last match; in a [`table()`], with the rest since then.
    pub rating: Rating,
    /// The number of rated matches.
    pub games: u32,
}

/// Ranks players by the lower bound of their rating, so that a lucky newcomer does not lead.
///
/// Players with a provisional rating come after all others. Leaves out players without a match for [`ACTIVE`].
///
/// Each player comes with the rating after their last match and the time since.
pub fn table<P: Copy + Ord>(
    players: impl IntoIterator<Item = (Ranked<P>, Duration)>,
) -> Vec<Ranked<P>> {
    let listed = players.into_iter().filter_map(|(player, rest)| {
        let rating = player.rating.after_rest(rest);
        (rest <= ACTIVE).then_some(Ranked { rating, ..player })
    });
    let mut listed: Vec<_> = listed.collect();
    listed.sort_by(|a, b| better(a, b));
    listed
}

fn better<P: Ord>(a: &Ranked<P>, b: &Ranked<P>) -> Ordering {
    let [first, second] = [a, b].map(|player| player.rating);
    first
        .is_provisional()
        .cmp(&second.is_provisional())
        .then_with(|| second.cautious().total_cmp(&first.cautious()))
        .then_with(|| a.who.cmp(&b.who))
}
