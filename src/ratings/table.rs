use std::cmp::Ordering;
use std::time::Duration;

use super::Rating;

/// A player who has not played for longer is not listed.
pub const ACTIVE: Duration = Duration::from_hours(60 * 24);

/// A player who may be listed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<P> {
    pub who: P,
    pub rating: Rating,
    /// How many rated matches they have played.
    pub games: u32,
}

/// Ranks players by the lower bound of their rating, so that a lucky newcomer does not lead. Leaves out players with an
/// uncertain rating and players who have not played for a time.
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
