use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use super::lock;
use crate::matches::Moment;

/// Lets a few announce at a time: who has the oldest news comes first, and cards come after all news.
pub(super) struct Permits {
    queue: Mutex<Queue>,
}

struct Queue {
    free: usize,
    waiting: BTreeMap<Order, oneshot::Sender<Permit>>,
    /// Counts who came.
    came: u64,
}

/// In the order in which they come: kind, moment, arrival.
type Order = (Kind, Moment, u64);

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Announce something that happened.
    News,
    /// Remind somebody of a turn.
    Reminder,
    /// Show a match's state on its card.
    Card,
}

/// The right to announce, which goes to the next one when it is dropped.
pub(super) struct Permit {
    /// Gone once it is given away.
    permits: Option<Arc<Permits>>,
}

impl Permits {
    /// A queue in which `places` announce at once.
    pub(super) fn new(places: usize) -> Arc<Self> {
        Arc::new(Self {
            queue: Mutex::new(Queue {
                free: places,
                waiting: BTreeMap::new(),
                came: 0,
            }),
        })
    }

    /// Waits for a place with something that happened at this moment.
    pub(super) async fn permit(self: &Arc<Self>, kind: Kind, at: Moment) -> Permit {
        let place = {
            let mut queue = lock(&self.queue);
            if queue.free > 0 {
                queue.free -= 1;
                return Permit {
                    permits: Some(Arc::clone(self)),
                };
            }
            let (sender, receiver) = oneshot::channel();
            queue.came += 1;
            let turn = (kind, at, queue.came);
            queue.waiting.insert(turn, sender);
            receiver
        };
        match place.await {
            Ok(place) => place,
            // It is only dropped with the queue, and that we hold.
            Err(_) => std::future::pending().await,
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some(permits) = self.permits.take() else {
            return;
        };
        loop {
            let next = {
                let mut queue = lock(&permits.queue);
                let next = queue.waiting.pop_first();
                if next.is_none() {
                    queue.free += 1;
                }
                next
            };
            let Some((_, sender)) = next else {
                return;
            };
            let permit = Permit {
                permits: Some(Arc::clone(&permits)),
            };
            match sender.send(permit) {
                Ok(()) => return,
                // Whoever waited has gone: it is still ours to give.
                Err(mut permit) => drop(permit.permits.take()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_news_come_first_and_cards_last() {
        let permits = Permits::new(1);
        let first = permits.permit(Kind::News, Moment(50)).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (kind, at) in [
            (Kind::Card, 1),
            (Kind::News, 30),
            (Kind::News, 10),
            (Kind::News, 20),
        ] {
            let (permits, order) = (Arc::clone(&permits), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _permit = permits.permit(kind, Moment(at)).await;
                lock(&order).push((kind, at));
            }));
        }
        // One of them goes away before its turn.
        let gone = tokio::spawn({
            let permits = Arc::clone(&permits);
            async move { drop(permits.permit(Kind::News, Moment(5)).await) }
        });
        while lock(&permits.queue).waiting.len() < 5 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        let _ = gone.await;
        drop(first);
        for task in tasks {
            task.await.expect("a turn");
        }
        let order = lock(&order).clone();
        let news = Kind::News;
        assert_eq!(order, [(news, 10), (news, 20), (news, 30), (Kind::Card, 1)]);
        assert_eq!(lock(&permits.queue).free, 1);
    }
}
