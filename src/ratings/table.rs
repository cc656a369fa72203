use std::cmp::Ordering;
use std::time::Duration;

use super::Rating;

/// The longest time without a match for a listed player.
pub const ACTIVE: Duration = Duration::from_hours(60 * 24);

/// A player who may be listed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<P> {
    pub who: P,
    pub rating: Rating,
    /// The number of rated matches.
    pub games: u32,
}

/// Ranks players by the lower bound of their rating, so that a lucky newcomer does not lead.
///
/// Leaves out players with an uncertain rating and players without a match for [`ACTIVE`].
///
/// Each player comes with the rating after their last match and the time since.
pub fn table<P: Copy + Ord>(
    players: impl IntoIterator<Item = (Ranked<P>, Duration)>,
) -> Vec<Ranked<P>> {
    let listed = players.into_iter().filter_map(|(player, rest)| {
        let rating = player.rating.after_rest(rest);
        (rest <= ACTIVE && !rating.is_provisional()).then_some(Ranked { rating, ..player })
    });
    let mut listed: Vec<_> = listed.collect();
    listed.sort_by(|a, b| better(a, b));
    listed
}

fn better<P: Ord>(a: &Ranked<P>, b: &Ranked<P>) -> Ordering {
    let by_rating = b.rating.cautious().total_cmp(&a.rating.cautious());
    by_rating.then_with(|| a.who.cmp(&b.who))
}
