use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use super::queue::{FairQueue, Full, Limits};
use crate::kernel::lock::lock;

/// A fair semaphore: a [`FairQueue`] whose items are tasks that wait for a place.
pub struct Places<L: Copy + Ord, P: Copy + Eq + Hash> {
    inner: Arc<Mutex<Inner<L, P>>>,
}

struct Inner<L: Copy + Ord, P: Copy + Eq + Hash> {
    queue: FairQueue<L, P, u64>,
    /// The waiting tasks, by ticket.
    waiting: HashMap<u64, oneshot::Sender<Place<L, P>>>,
    last_ticket: u64,
}

/// A place, which goes to the next task when it is dropped.
pub struct Place<L: Copy + Ord, P: Copy + Eq + Hash> {
    places: Places<L, P>,
    ticket: u64,
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> Clone for Places<L, P> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
        }
    }
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> Places<L, P> {
    /// Returns a semaphore with as many places as the lanes allow.
    pub fn new(lanes: impl IntoIterator<Item = (L, Limits)>) -> Self {
        Self {
            inner: Arc::new(Mutex::new(Inner {
                queue: FairQueue::new(lanes),
                waiting: HashMap::new(),
                last_ticket: 0,
            })),
        }
    }

    /// Waits for a place. Dropping the future leaves the queue.
    /// It fails at once if too many tasks wait.
    pub async fn place(&self, lane: L, person: P) -> Result<Place<L, P>, Full> {
        self.place_ranked(lane, person, 0).await
    }

    /// Waits for a place, ahead of the person's tasks with higher ranks.
    pub async fn place_ranked(&self, lane: L, person: P, rank: i64) -> Result<Place<L, P>, Full> {
        let (sender, receiver) = oneshot::channel();
        let ticket = {
            let mut inner = lock(&self.inner);
            inner.last_ticket += 1;
            let ticket = inner.last_ticket;
            inner.queue.push_ranked(lane, person, rank, ticket)?;
            inner.waiting.insert(ticket, sender);
            ticket
        };
        let _waiting = Waiting {
            places: self,
            ticket,
        };
        self.give();
        match receiver.await {
            Ok(place) => Ok(place),
            // `self` holds the queue, so the sender is not dropped.
            Err(_) => std::future::pending().await,
        }
    }

    /// Returns the numbers of taken places and of waiting tasks.
    pub fn sizes(&self) -> (usize, usize) {
        lock(&self.inner).queue.sizes()
    }

    /// Gives every free place to the next task.
    fn give(&self) {
        loop {
            let (ticket, sender) = {
                let mut inner = lock(&self.inner);
                let Some(ticket) = inner.queue.next() else {
                    return;
                };
                (ticket, inner.waiting.remove(&ticket))
            };
            let place = Place {
                places: self.clone(),
                ticket,
            };
            // If the task is gone, dropping the place gives it to the next one.
            if let Some(sender) = sender {
                drop(sender.send(place));
            }
        }
    }
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> Drop for Place<L, P> {
    fn drop(&mut self) {
        lock(&self.places.inner).queue.done(self.ticket);
        self.places.give();
    }
}

/// A waiting task, until it gets its place or is dropped.
struct Waiting<'a, L: Copy + Ord, P: Copy + Eq + Hash> {
    places: &'a Places<L, P>,
    ticket: u64,
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> Drop for Waiting<'_, L, P> {
    fn drop(&mut self) {
        let mut inner = lock(&self.places.inner);
        inner.queue.remove_waiting(self.ticket);
        inner.waiting.remove(&self.ticket);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        at_once: 1,
        at_once_of_one: 1,
        waiting: 100,
        waiting_of_one: 2,
    };

    #[tokio::test]
    async fn places_go_round_robin_and_the_less_urgent_lane_waits() {
        let places = Places::new([(0, LIMITS), (1, LIMITS)]);
        let first = places.place(0, 1).await.expect("a place");
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (lane, person) in [(1, 7), (0, 1), (0, 1), (0, 2)] {
            let (own, order) = (places.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _place = own.place(lane, person).await.expect("a place");
                order.lock().expect("no panic").push((lane, person));
            }));
            while places.sizes().1 < tasks.len() {
                tokio::task::yield_now().await;
            }
        }
        // This task is aborted before its turn.
        let gone = tokio::spawn({
            let places = places.clone();
            async move { drop(places.place(0, 3).await) }
        });
        while places.sizes().1 < 5 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        let _ = gone.await;
        assert_eq!(places.place(0, 1).await.err(), Some(Full::OfOne));
        drop(first);
        for task in tasks {
            task.await.expect("a turn");
        }
        // Person 1 held a place when the others came, so person 2 comes first.
        let order = order.lock().expect("no panic").clone();
        assert_eq!(order, [(0, 2), (0, 1), (0, 1), (1, 7)]);
        assert_eq!(places.sizes(), (0, 0));
    }
}
