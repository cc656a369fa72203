use crate::kernel::fair::{Limits, Place, Places};
use crate::people::Moment;

/// How many posts are under way at once for one person or server.
const OF_ONE: usize = 4;

/// The right to post: news first, then reminders, then pages and puzzles, then cards; and round robin between the people and
/// servers that they are for, by their numbers.
pub(crate) struct Permits {
    places: Places<Kind, u64>,
}

/// A kind of post, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Announce something that happened.
    News,
    /// Remind somebody of a turn.
    Reminder,
    /// Post what a server gets by the calendar.
    Calendar,
    /// Show a match's state on its card.
    Card,
}

impl Permits {
    /// A queue in which `at_once` posts are under way at most. It is not bounded: what waits in it is owed.
    pub(crate) fn new(at_once: usize) -> Self {
        let limits = Limits {
            at_once,
            at_once_of_one: OF_ONE,
            waiting: usize::MAX,
            waiting_of_one: usize::MAX,
        };
        let lanes =
            [Kind::News, Kind::Reminder, Kind::Calendar, Kind::Card].map(|kind| (kind, limits));
        Self {
            places: Places::new(lanes),
        }
    }

    /// Waits for the right to post something of a match that this person hosts, to remind them, or to post in this server. Of
    /// their posts the one of the earliest moment comes first.
    pub(crate) async fn permit(&self, kind: Kind, by: u64, at: Moment) -> Option<Place<Kind, u64>> {
        // Nothing is refused here.
        self.places.place_ranked(kind, by, at.0).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::kernel::lock::lock;

    #[tokio::test]
    async fn news_come_before_cards_and_nobody_has_all_permits() {
        let permits = Arc::new(Permits::new(OF_ONE + 1));
        let busy = 1;
        let mut held = Vec::new();
        for _ in 0..OF_ONE {
            held.push(permits.permit(Kind::News, busy, Moment(0)).await);
        }
        let order = Arc::new(Mutex::new(Vec::new()));
        let last = permits.permit(Kind::News, 2, Moment(0)).await;
        let mut tasks = Vec::new();
        for (kind, by) in [
            (Kind::Card, 3),
            (Kind::Calendar, 6),
            (Kind::News, busy),
            (Kind::Reminder, 4),
            (Kind::News, 5),
        ] {
            let (permits, order) = (Arc::clone(&permits), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _permit = permits.permit(kind, by, Moment(0)).await;
                lock(&order).push((kind, by));
            }));
        }
        while permits.places.sizes().1 < tasks.len() {
            tokio::task::yield_now().await;
        }
        drop(last);
        let waits = tasks.remove(2);
        for task in tasks {
            task.await.expect("a turn");
        }
        let order = || lock(&order).clone();
        let others = [
            (Kind::News, 5),
            (Kind::Reminder, 4),
            (Kind::Calendar, 6),
            (Kind::Card, 3),
        ];
        assert_eq!(order(), others);
        drop(held);
        waits.await.expect("a turn");
        assert_eq!(order()[4], (Kind::News, busy));
    }
}
