use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use super::start::lock;
use crate::matches::Moment;

/// Lets a few announce at a time: who has the oldest news comes first, and cards come after all news.
pub(super) struct Tellers {
    queue: Mutex<Queue>,
}

struct Queue {
    free: usize,
    waiting: BTreeMap<Turn, oneshot::Sender<Place>>,
    /// Counts who came.
    came: u64,
}

/// In the order in which they come: kind, moment, arrival.
type Turn = (Kind, Moment, u64);

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Announce something that happened.
    News,
    /// Show a match's state on its card.
    Card,
}

/// The right to announce, which goes to the next one when it is dropped.
pub(super) struct Place {
    /// Gone once it is given away.
    tellers: Option<Arc<Tellers>>,
}

impl Tellers {
    /// So many announce at once.
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
    pub(super) async fn place(self: &Arc<Self>, kind: Kind, at: Moment) -> Place {
        let place = {
            let mut queue = lock(&self.queue);
            if queue.free > 0 {
                queue.free -= 1;
                return Place {
                    tellers: Some(Arc::clone(self)),
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

impl Drop for Place {
    fn drop(&mut self) {
        let Some(tellers) = self.tellers.take() else {
            return;
        };
        loop {
            let next = {
                let mut queue = lock(&tellers.queue);
                let next = queue.waiting.pop_first();
                if next.is_none() {
                    queue.free += 1;
                }
                next
            };
            let Some((_, sender)) = next else {
                return;
            };
            let place = Place {
                tellers: Some(Arc::clone(&tellers)),
            };
            match sender.send(place) {
                Ok(()) => return,
                // Whoever waited has gone: the place is still ours to give.
                Err(mut place) => drop(place.tellers.take()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_news_come_first_and_cards_last() {
        let tellers = Tellers::new(1);
        let first = tellers.place(Kind::News, Moment(50)).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (kind, at) in [
            (Kind::Card, 1),
            (Kind::News, 30),
            (Kind::News, 10),
            (Kind::News, 20),
        ] {
            let (tellers, order) = (Arc::clone(&tellers), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _place = tellers.place(kind, Moment(at)).await;
                lock(&order).push((kind, at));
            }));
        }
        // One of them goes away before its turn.
        let gone = tokio::spawn({
            let tellers = Arc::clone(&tellers);
            async move { drop(tellers.place(Kind::News, Moment(5)).await) }
        });
        while lock(&tellers.queue).waiting.len() < 5 {
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
        assert_eq!(lock(&tellers.queue).free, 1);
    }
}
