use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, available_parallelism};

use tokio::sync::{Semaphore, oneshot};

/// A piece of work, which answers by itself.
type Job = Box<dyn FnOnce() + Send>;

/// As many threads as the machine has cores, for what keeps a core busy: more would not be quicker.
///
/// They are threads of their own and not the runtime's, for painting needs megabytes that the allocator keeps for each
/// thread that has ever painted.
pub struct Painters {
    jobs: Sender<Job>,
    /// One permit a thread: whoever waits for it can still leave.
    free: Arc<Semaphore>,
    /// One permit less, if that leaves any: what takes long never has all of them.
    long: Semaphore,
}

impl Default for Painters {
    fn default() -> Self {
        let cores = available_parallelism().map_or(2, usize::from);
        let (jobs, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let started = (0..cores)
            .filter(|_| {
                let waiting = Arc::clone(&waiting);
                thread::Builder::new()
                    .name(String::from("painter"))
                    .spawn(move || work_off(&waiting))
                    .inspect_err(|error| tracing::error!(%error, "a painter has no thread"))
                    .is_ok()
            })
            .count();
        Self {
            jobs,
            free: Arc::new(Semaphore::new(started)),
            long: Semaphore::new(started.saturating_sub(1).max(1)),
        }
    }
}

/// Does one piece of work after another until nobody can bring any more.
fn work_off(waiting: &Mutex<Receiver<Job>>) {
    loop {
        let job = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(job) = job else {
            return;
        };
        // Whoever waits for it finds that it is gone; the thread goes on with the next.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

impl Painters {
    /// Does something once a thread is free; `None` if it panicked. If the one who asks is gone before that, it is not
    /// begun.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(&self.free).acquire_owned().await.ok()?;
        let (done, result) = oneshot::channel();
        let job = Box::new(move || {
            let _place = place;
            // Nobody may wait for it any more.
            let _ = done.send(work());
        });
        if self.jobs.send(job).is_err() {
            tracing::error!("there are no painters");
            return None;
        }
        result
            .await
            .inspect_err(|_| tracing::error!("painting has failed"))
            .ok()
    }

    /// As [`run`](Self::run), for what takes long: where there are several threads, one is always left for the rest.
    pub async fn run_long<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _permit = self.long.acquire().await.ok()?;
        self.run(work).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn no_more_work_at_once_than_there_are_threads_and_none_is_lost_to_a_panic() {
        let painters = Arc::new(Painters::default());
        let cores = available_parallelism().map_or(2, usize::from);
        let (at_once, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut working = tokio::task::JoinSet::new();
        for number in 0..200 {
            let (painters, at_once, most) = (
                Arc::clone(&painters),
                Arc::clone(&at_once),
                Arc::clone(&most),
            );
            working.spawn(async move {
                let work = move || {
                    let now = at_once.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(now, Ordering::SeqCst);
                    thread::yield_now();
                    at_once.fetch_sub(1, Ordering::SeqCst);
                    assert!(number % 10 != 0, "each tenth fails");
                    number
                };
                (number, painters.run(work).await)
            });
        }
        for (number, done) in working.join_all().await {
            assert_eq!(done, (number % 10 != 0).then_some(number));
        }
        assert!((1..=cores).contains(&most.load(Ordering::SeqCst)));
    }

    #[tokio::test]
    async fn what_takes_long_leaves_a_thread_to_the_rest() {
        let painters = Arc::new(Painters::default());
        if painters.free.available_permits() < 2 {
            println!("there is one thread only");
            return;
        }
        let (let_go, held) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let mut working = tokio::task::JoinSet::new();
        for _ in 0..painters.free.available_permits() + 1 {
            let (painters, let_go) = (Arc::clone(&painters), Arc::clone(&let_go));
            let held: Arc<AtomicUsize> = Arc::clone(&held);
            working.spawn(async move {
                let work = move || {
                    held.fetch_add(1, Ordering::SeqCst);
                    while !let_go.load(Ordering::SeqCst) {
                        thread::yield_now();
                    }
                };
                painters.run_long(work).await
            });
        }
        while held.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(painters.run(|| 7).await, Some(7));
        let_go.store(true, Ordering::SeqCst);
        assert!(working.join_all().await.iter().all(Option::is_some));
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_begun() {
        let painters = Painters::default();
        let held = Arc::clone(&painters.free);
        let all = held
            .acquire_many(u32::try_from(held.available_permits()).expect("few"))
            .await
            .expect("all threads");
        let begun = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&begun);
        let mut waiting = Box::pin(painters.run(move || seen.fetch_add(1, Ordering::SeqCst)));
        tokio::select! {
            biased;
            _ = &mut waiting => panic!("no thread is free"),
            () = std::future::ready(()) => {}
        }
        drop(waiting);
        drop(all);
        painters.run(|| ()).await.expect("done");
        assert_eq!(begun.load(Ordering::SeqCst), 0);
    }
}
