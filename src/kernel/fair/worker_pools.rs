use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::thread::{self, available_parallelism};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::allowance::{processor_time, within};
use super::queue::{Full, Limits};
use super::semaphore::FairSemaphore;
use crate::kernel::lock::lock;
use crate::matches::UserId;

/// Maximum number of waiting requests of one person.
const WAITING_OF_ONE: usize = 2;

/// Maximum numbers of waiting requests, quick and long.
const QUICK_WAITING: usize = 256;
const LONG_WAITING: usize = 64;

/// Maximum number of long jobs at once. The store has one more reading connection than that, so long reads never hold
/// all of them.
const MOST_LONG: usize = 3;

/// The processor time that one long job may use. Jobs that grow with what people send ask whether it is spent.
pub const ALLOWANCE: Duration = Duration::from_secs(5);

/// The processor time after which work in slices goes behind the requests of others.
const SLICE: Duration = Duration::from_millis(200);

/// Niceness of threads for long work: on busy cores, a thread that answers a person gets three times as much time.
const LONG_NICENESS: i32 = 5;

/// Niceness of the thread of a backup: on busy cores, it gets a tenth of the time of a thread that answers a person.
const ASIDE_NICENESS: i32 = 10;

/// Threads for CPU-bound work, each kind behind a fair queue.
///
/// Quick work takes some milliseconds: a board, a page. Long work takes longer: a replay, an export, reading a record.
/// The pools do not use the runtime's threads, because painting needs megabytes that the allocator keeps for each
/// thread that has ever painted.
#[derive(Clone)]
pub struct WorkerPools {
    quick: Arc<WorkerPool>,
    long: Arc<WorkerPool>,
    allowance: Arc<Mutex<Duration>>,
}

/// A piece of work that sends its own result.
type Job = Box<dyn FnOnce() + Send>;

/// Threads and the queue in front of them.
struct WorkerPool {
    semaphore: FairSemaphore<Urgency, UserId>,
    jobs: Sender<Job>,
}

/// The priority of work, most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Work for an announcement.
    Told,
    /// Work for a person's request.
    Asked,
    /// A further slice of a person's long work.
    Continued,
}

/// The person who asked for a piece of work, and its priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub urgency: Urgency,
    /// The person whose turn in the queue the work takes, or the id of the server that a post is for.
    pub by: UserId,
}

/// The reason why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The queue is full. Announcements are never refused.
    #[error(transparent)]
    Full(#[from] Full),
    /// The work panicked, or no threads could be started.
    #[error("the work has failed")]
    Failed,
}

impl Wanted {
    /// Returns the priority of an announcement.
    pub const fn told(by: UserId) -> Self {
        Self {
            urgency: Urgency::Told,
            by,
        }
    }

    /// Returns the priority of a person's request.
    pub const fn asked(by: UserId) -> Self {
        Self {
            urgency: Urgency::Asked,
            by,
        }
    }
}

impl Default for WorkerPools {
    /// Starts one thread per core for quick work, at least 2, and 1 to 3 threads for long work.
    fn default() -> Self {
        let cores = available_parallelism().map_or(2, usize::from);
        let quick = cores.max(2);
        let long = (cores - 1).clamp(1, MOST_LONG);
        Self {
            // One thread is reserved for announcements.
            quick: Arc::new(WorkerPool::new(
                "quick-work",
                quick,
                quick - 1,
                QUICK_WAITING,
                0,
            )),
            long: Arc::new(WorkerPool::new(
                "long-work",
                long,
                long,
                LONG_WAITING,
                LONG_NICENESS,
            )),
            allowance: Arc::new(Mutex::new(ALLOWANCE)),
        }
    }
}

impl WorkerPools {
    /// Sets the processor time of the long jobs that begin from now on, so that a test need not use up the usual
    /// [`ALLOWANCE`].
    pub fn allow(&self, allowance: Duration) {
        *lock(&self.allowance) = allowance;
    }

    /// Runs quick work when its turn comes. Work whose future is dropped before that is not begun.
    /// A full queue refuses it at once.
    pub async fn quick<T: Send + 'static>(
        &self,
        wanted: Wanted,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        self.quick.run(wanted, work).await
    }

    /// Runs long work in the same way, with an [`ALLOWANCE`] of processor time.
    pub async fn long<T: Send + 'static>(
        &self,
        wanted: Wanted,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let allowance = *lock(&self.allowance);
        self.long.run(wanted, move || within(allowance, work)).await
    }

    /// Runs long work that must end in slices of processor time: after each slice it waits behind the requests of
    /// others. Only the first slice can be refused. The work must await something at least every few milliseconds,
    /// because a slice ends only there.
    pub async fn in_slices<T: Send + 'static>(
        &self,
        mut wanted: Wanted,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, NotDone> {
        let mut work = Box::pin(work);
        loop {
            let runtime = Handle::current();
            let slice = move || {
                let end = processor_time() + SLICE;
                let done = runtime.block_on(poll_fn(|context| {
                    if processor_time() >= end {
                        return Poll::Ready(None);
                    }
                    work.as_mut().poll(context).map(Some)
                }));
                (done, work)
            };
            let (done, rest) = self.long.run(wanted, slice).await?;
            match done {
                Some(done) => return Ok(done),
                None => work = rest,
            }
            wanted.urgency = Urgency::Continued;
        }
    }

    /// Returns the numbers of long jobs under way and waiting.
    pub fn long_sizes(&self) -> (usize, usize) {
        self.long.semaphore.sizes()
    }
}

impl WorkerPool {
    fn new(name: &str, threads: usize, for_requests: usize, waiting: usize, niceness: i32) -> Self {
        let (jobs, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..threads {
            let receiver = Arc::clone(&receiver);
            let work = move || {
                if niceness > 0 {
                    give_way(niceness);
                }
                work_off(&receiver);
            };
            if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(work) {
                tracing::error!(%error, name, "cannot start a thread");
            }
        }
        let told = Limits {
            at_once: threads,
            // The news of one person's matches must not hold up other people's boards.
            at_once_of_one: threads.div_ceil(2),
            waiting: usize::MAX,
            waiting_of_one: usize::MAX,
        };
        let asked = Limits {
            at_once: for_requests,
            at_once_of_one: 1,
            waiting,
            waiting_of_one: WAITING_OF_ONE,
        };
        // Work that has begun is not refused.
        let continued = Limits {
            waiting: usize::MAX,
            waiting_of_one: usize::MAX,
            ..asked
        };
        Self {
            semaphore: FairSemaphore::new([
                (Urgency::Told, told),
                (Urgency::Asked, asked),
                (Urgency::Continued, continued),
            ]),
            jobs,
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        wanted: Wanted,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let permit = self.semaphore.acquire(wanted.urgency, wanted.by).await?;
        let (done, result) = oneshot::channel();
        let job = Box::new(move || {
            let _permit = permit;
            // The receiver may be dropped.
            let _ = done.send(work());
        });
        if self.jobs.send(job).is_err() {
            tracing::error!("there are no threads for work");
            return Err(NotDone::Failed);
        }
        result.await.map_err(|_| {
            tracing::error!("work has failed");
            NotDone::Failed
        })
    }
}

/// Runs one job after another until all senders are dropped.
fn work_off(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = lock(jobs).recv();
        let Ok(job) = job else {
            return;
        };
        // If the job panics, its receiver gets an error and the thread goes on with the next job.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

/// Runs work that nobody waits for, and that cannot be cut into slices, on a thread of its own at a low priority. The
/// scheduler cuts it: the thread goes on when the threads that answer people leave a core free.
pub async fn aside<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NotDone> {
    let (done, result) = oneshot::channel();
    let work = move || {
        give_way(ASIDE_NICENESS);
        // The receiver may be dropped.
        let _ = done.send(work());
    };
    if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(work) {
        tracing::error!(%error, name, "cannot start a thread");
        return Err(NotDone::Failed);
    }
    result.await.map_err(|_| NotDone::Failed)
}

/// Lowers the priority of this thread: at 19 it gets about a seventieth of another thread's time on busy cores. The
/// thread still progresses beside a program that never sleeps, which it hardly would with `SCHED_IDLE`. Does nothing
/// outside Linux, where niceness applies to the whole process.
pub fn give_way(niceness: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(niceness) {
        tracing::debug!(%error, "a thread counts as much as every other one");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Keeps all threads for long work busy until the senders are dropped, each for another person from `first` on.
    async fn occupy(workers: &WorkerPools, first: u64) -> Vec<mpsc::Sender<()>> {
        let (_, long) = limits();
        let mut held = Vec::new();
        for number in 0..long {
            let (hold, held_until) = mpsc::channel::<()>();
            let (begun, begins) = oneshot::channel();
            let workers = workers.clone();
            tokio::spawn(async move {
                let wanted = Wanted::asked(UserId(first + number as u64));
                let work = move || {
                    let _ = begun.send(());
                    let _ = held_until.recv();
                };
                workers.long(wanted, work).await
            });
            begins.await.expect("begun");
            held.push(hold);
        }
        held
    }

    fn limits() -> (usize, usize) {
        let cores = available_parallelism().map_or(2, usize::from);
        (cores.max(2), (cores - 1).clamp(1, MOST_LONG))
    }

    #[tokio::test]
    async fn no_more_jobs_run_at_once_than_there_are_threads_and_a_panic_ends_one_job_only() {
        let workers = WorkerPools::default();
        let (at_once, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut working = tokio::task::JoinSet::new();
        for number in 0..200 {
            let (workers, at_once, most) =
                (workers.clone(), Arc::clone(&at_once), Arc::clone(&most));
            working.spawn(async move {
                let work = move || {
                    let now = at_once.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(now, Ordering::SeqCst);
                    thread::yield_now();
                    at_once.fetch_sub(1, Ordering::SeqCst);
                    assert!(number % 10 != 0, "each tenth fails");
                    number
                };
                let wanted = Wanted::told(UserId(number % 3));
                (number, workers.quick(wanted, work).await)
            });
        }
        for (number, done) in working.join_all().await {
            let expected = if number % 10 == 0 {
                Err(NotDone::Failed)
            } else {
                Ok(number)
            };
            assert_eq!(done, expected);
        }
        assert!((1..=limits().0).contains(&most.load(Ordering::SeqCst)));
    }

    #[tokio::test]
    async fn quick_work_and_told_work_go_on_while_requests_hold_their_threads() {
        let workers = WorkerPools::default();
        let _long = occupy(&workers, 1).await;
        let asked = Wanted::asked(UserId(9));
        assert_eq!(workers.quick(asked, || 7).await, Ok(7));
        // Occupy all threads that requests may use for quick work.
        let mut holds = Vec::new();
        for number in 1..limits().0 as u64 {
            let (hold, held_until) = mpsc::channel::<()>();
            let (begun, begins) = oneshot::channel();
            let workers = workers.clone();
            tokio::spawn(async move {
                let work = move || {
                    let _ = begun.send(());
                    let _ = held_until.recv();
                };
                workers.quick(Wanted::asked(UserId(number)), work).await
            });
            begins.await.expect("begun");
            holds.push(hold);
        }
        let told = Wanted::told(UserId(1));
        assert_eq!(workers.quick(told, || 8).await, Ok(8));
    }

    #[tokio::test]
    async fn request_is_answered_while_one_persons_news_are_painted_and_wait() {
        let workers = WorkerPools::default();
        let news = limits().0 + 1;
        let mut holds = Vec::new();
        for _ in 0..news {
            let (hold, held_until) = mpsc::channel::<()>();
            let workers = workers.clone();
            tokio::spawn(async move {
                let work = move || held_until.recv();
                workers.quick(Wanted::told(UserId(1)), work).await
            });
            holds.push(hold);
        }
        let sizes = || workers.quick.semaphore.sizes();
        while sizes().0 + sizes().1 < news {
            tokio::task::yield_now().await;
        }
        let asked = Wanted::asked(UserId(2));
        assert_eq!(workers.quick(asked, || 7).await, Ok(7));
    }

    /// Uses the processor for about this long.
    fn busy(time: Duration) {
        let end = processor_time() + time;
        while processor_time() < end {}
    }

    #[tokio::test]
    async fn long_work_in_slices_lets_a_later_request_go_first() {
        let workers = WorkerPools::default();
        let (_, long) = limits();
        let done = Arc::new(AtomicUsize::new(0));
        let (hold, held) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let mut slow = Vec::new();
        let mut first = Some((begun, held));
        for number in 0..long {
            let (workers, done, first) = (workers.clone(), Arc::clone(&done), first.take());
            slow.push(tokio::spawn(async move {
                let work = async move {
                    if let Some((begun, held)) = first {
                        let _ = begun.send(());
                        let _ = held.recv();
                    }
                    for _ in 0..6 {
                        busy(SLICE / 2);
                        tokio::task::yield_now().await;
                    }
                    done.load(Ordering::SeqCst)
                };
                let wanted = Wanted::asked(UserId(1 + number as u64));
                workers.in_slices(wanted, work).await
            }));
        }
        begins.await.expect("begun");
        let asked = {
            let (workers, done) = (workers.clone(), Arc::clone(&done));
            tokio::spawn(async move {
                let work = move || done.store(1, Ordering::SeqCst);
                workers.long(Wanted::asked(UserId(77)), work).await
            })
        };
        while workers.long_sizes().1 == 0 && !asked.is_finished() {
            tokio::task::yield_now().await;
        }
        drop(hold);
        asked.await.expect("no panic").expect("room");
        for slow in slow {
            assert_eq!(
                slow.await.expect("no panic"),
                Ok(1),
                "the request came before its end"
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_aside_has_a_lower_priority_than_all_other_work() {
        let niceness = || rustix::process::getpriority_process(None).expect("a niceness");
        let own = niceness();
        let workers = WorkerPools::default();
        let by = Wanted::asked(UserId(1));
        let long = workers.long(by, niceness).await.expect("room");
        let aside = super::aside("aside", niceness).await.expect("a thread");
        assert_eq!(
            (long, aside),
            (
                (own + LONG_NICENESS).min(19),
                (own + ASIDE_NICENESS).min(19)
            )
        );
        // The thread that asked keeps its own.
        assert_eq!(niceness(), own);
        let panicked = super::aside("aside", || panic!("no work")).await;
        assert_eq!(panicked.map(|()| 0), Err(NotDone::Failed));
    }

    #[tokio::test]
    async fn long_work_has_an_allowance_and_the_next_job_gets_its_own() {
        let workers = WorkerPools::default();
        let spent = || within(Duration::ZERO, super::super::is_spent);
        let by = Wanted::asked(UserId(1));
        let inner = workers.long(by, move || {
            (super::super::is_spent(), spent(), super::super::is_spent())
        });
        assert_eq!(inner.await, Ok((false, true, false)));
        assert!(!super::super::is_spent());
    }

    #[tokio::test]
    async fn a_persons_third_waiting_request_is_refused_and_one_that_nobody_waits_for_is_not_begun()
    {
        let workers = WorkerPools::default();
        let held = occupy(&workers, 1).await;
        let begun = Arc::new(AtomicUsize::new(0));
        let ask = |by: u64| {
            let (workers, begun) = (workers.clone(), Arc::clone(&begun));
            async move {
                let work = move || begun.fetch_add(1, Ordering::SeqCst);
                workers.long(Wanted::asked(UserId(by)), work).await
            }
        };
        let mut waiting: Vec<_> = (0..2).map(|_| tokio::spawn(ask(1))).collect();
        while workers.long_sizes().1 < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(ask(1).await, Err(NotDone::Full(Full::OfOne)));
        let other = tokio::spawn(ask(77));
        while workers.long_sizes().1 < 3 {
            tokio::task::yield_now().await;
        }
        let gone = waiting.pop().expect("a request");
        gone.abort();
        let _ = gone.await;
        drop(held);
        assert!(other.await.expect("no panic").is_ok());
        assert!(
            waiting
                .pop()
                .expect("a request")
                .await
                .expect("no panic")
                .is_ok()
        );
        assert_eq!(begun.load(Ordering::SeqCst), 2);
    }
}
