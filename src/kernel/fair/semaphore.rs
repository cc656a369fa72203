use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use super::queue::{FairQueue, Full, Limits};
use crate::kernel::lock::lock;

/// A fair semaphore: a [`FairQueue`] whose items are tasks that wait for a permit.
pub struct FairSemaphore<L: Copy + Ord, P: Copy + Eq + Hash> {
    inner: Arc<Mutex<Inner<L, P>>>,
}

struct Inner<L: Copy + Ord, P: Copy + Eq + Hash> {
    queue: FairQueue<L, P, u64>,
    /// The waiting tasks, by ticket.
    waiting: HashMap<u64, oneshot::Sender<FairPermit<L, P>>>,
    last_ticket: u64,
}

/// A permit, which goes to the next task when it is dropped.
pub struct FairPermit<L: Copy + Ord, P: Copy + Eq + Hash> {
    semaphore: FairSemaphore<L, P>,
    ticket: u64,
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> Clone for FairSemaphore<L, P> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
        }
    }
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> FairSemaphore<L, P> {
    /// Returns a semaphore with as many permits as the lanes allow.
    pub fn new(lanes: impl IntoIterator<Item = (L, Limits)>) -> Self {
        Self {
            inner: Arc::new(Mutex::new(Inner {
                queue: FairQueue::new(lanes),
                waiting: HashMap::new(),
                last_ticket: 0,
            })),
        }
    }

    /// Waits for a permit. Dropping the future leaves the queue.
    /// It fails at once if too many tasks wait.
    pub async fn acquire(&self, lane: L, person: P) -> Result<FairPermit<L, P>, Full> {
        self.acquire_ranked(lane, person, 0).await
    }

    /// Waits for a permit, ahead of the person's tasks with higher ranks.
    pub async fn acquire_ranked(
        &self,
        lane: L,
        person: P,
        rank: i64,
    ) -> Result<FairPermit<L, P>, Full> {
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
            semaphore: self,
            ticket,
        };
        self.grant();
        match receiver.await {
            Ok(permit) => Ok(permit),
            // `self` holds the queue, so the sender is not dropped.
            Err(_) => std::future::pending().await,
        }
    }

    /// Returns the numbers of taken permits and of waiting tasks.
    pub fn sizes(&self) -> (usize, usize) {
        lock(&self.inner).queue.sizes()
    }

    /// Grants every free permit to the next task.
    fn grant(&self) {
        loop {
            let (ticket, sender) = {
                let mut inner = lock(&self.inner);
                let Some(ticket) = inner.queue.next() else {
                    return;
                };
                (ticket, inner.waiting.remove(&ticket))
            };
            let permit = FairPermit {
                semaphore: self.clone(),
                ticket,
            };
            // If the task is gone, dropping the permit grants it to the next one.
            if let Some(sender) = sender {
                drop(sender.send(permit));
            }
        }
    }
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> Drop for FairPermit<L, P> {
    fn drop(&mut self) {
        lock(&self.semaphore.inner).queue.done(self.ticket);
        self.semaphore.grant();
    }
}

/// A waiting task, until it gets its permit or is dropped.
struct Waiting<'a, L: Copy + Ord, P: Copy + Eq + Hash> {
    semaphore: &'a FairSemaphore<L, P>,
    ticket: u64,
}

impl<L: Copy + Ord, P: Copy + Eq + Hash> Drop for Waiting<'_, L, P> {
    fn drop(&mut self) {
        let mut inner = lock(&self.semaphore.inner);
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
    async fn permits_go_round_robin_and_the_less_urgent_lane_waits() {
        let semaphore = FairSemaphore::new([(0, LIMITS), (1, LIMITS)]);
        let first = semaphore.acquire(0, 1).await.expect("a permit");
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (lane, person) in [(1, 7), (0, 1), (0, 1), (0, 2)] {
            let (own, order) = (semaphore.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _permit = own.acquire(lane, person).await.expect("a permit");
                order.lock().expect("no panic").push((lane, person));
            }));
            while semaphore.sizes().1 < tasks.len() {
                tokio::task::yield_now().await;
            }
        }
        // This task is aborted before its turn.
        let gone = tokio::spawn({
            let semaphore = semaphore.clone();
            async move { drop(semaphore.acquire(0, 3).await) }
        });
        while semaphore.sizes().1 < 5 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        let _ = gone.await;
        assert_eq!(semaphore.acquire(0, 1).await.err(), Some(Full::OfOne));
        drop(first);
        for task in tasks {
            task.await.expect("a turn");
        }
        // Person 1 held a permit when the others came, so person 2 comes first.
        let order = order.lock().expect("no panic").clone();
        assert_eq!(order, [(0, 2), (0, 1), (0, 1), (1, 7)]);
        assert_eq!(semaphore.sizes(), (0, 0));
    }
}
