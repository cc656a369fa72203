//! The tasks of an arbiter. Each ends with it, and a panic in one does not affect the others.

use std::fmt::Display;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};

use super::error::Result;
use super::lock::lock;
use super::time::Time;
use crate::kernel::Kernel;
use crate::matches::MatchId;
use crate::telemetry;

/// The first and the longest wait between retries.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(300);

/// Panics in a row after which an essential task is given up, and the run time that resets their count.
const PANICS: u32 = 5;
const LIVED: Duration = Duration::from_secs(60);

/// The first wait before an essential task is restarted.
const RESTART: Duration = Duration::from_millis(100);

/// How long work under way may take after shutdown begins.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

pub(crate) struct Tasks {
    runtime: Handle,
    time: Arc<Time>,
    stop: watch::Receiver<bool>,
    /// Every task holds a clone. `None` after shutdown begins.
    alive: Mutex<Option<mpsc::Sender<()>>>,
    failed: watch::Sender<Option<&'static str>>,
}

/// The tasks of an arbiter, seen from outside.
pub struct Running {
    alive: mpsc::Receiver<()>,
    failed: watch::Receiver<Option<&'static str>>,
}

impl Tasks {
    /// Returns the tasks, which run until `shutdown` resolves.
    pub(crate) fn start(
        time: Arc<Time>,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> (Arc<Self>, Running) {
        let (stopping, stop) = watch::channel(false);
        let (sender, alive) = mpsc::channel(1);
        let (failing, failed) = watch::channel(None);
        let tasks = Arc::new(Self {
            runtime: Handle::current(),
            time,
            stop,
            alive: Mutex::new(Some(sender)),
            failed: failing,
        });
        let ending = Arc::downgrade(&tasks);
        tokio::spawn(async move {
            shutdown.await;
            if let Some(tasks) = ending.upgrade() {
                lock(&tasks.alive).take();
            }
            stopping.send_replace(true);
        });
        (tasks, Running { alive, failed })
    }

    /// Starts a task, unless shutdown has begun.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        if let Some(alive) = lock(&self.alive).clone() {
            self.runtime.spawn(async move {
                task.await;
                drop(alive);
            });
        }
    }

    /// Waits until shutdown begins.
    pub(crate) async fn stopped(&self) {
        // An error means that the sender is gone, which is a stop as well.
        let _ = self.stop.clone().wait_for(|stop| *stop).await;
    }

    /// Waits until 2 seconds after shutdown begins, when work under way must end.
    pub(crate) async fn shutdown_deadline(&self) {
        self.stopped().await;
        tokio::time::sleep(SHUTDOWN_GRACE).await;
    }

    /// Whether shutdown has begun.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Waits for a time. Returns false if shutdown begins first.
    pub(crate) async fn wait(&self, time: Duration) -> bool {
        tokio::select! {
            () = self.stopped() => false,
            () = self.time.sleep(time) => true,
        }
    }
}

impl Kernel {
    /// Runs work for a match in its own task, and retries it with growing waits until it succeeds. `attempt` gets the
    /// number of earlier attempts.
    pub(crate) fn work<F, Fut>(self: &Arc<Self>, what: &'static str, id: MatchId, attempt: F)
    where
        F: Fn(Arc<Self>, u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result> + Send + 'static,
    {
        drop(self.begin(what, id, attempt));
    }

    /// Like [`work`](Self::work), but returns after the first attempt, whether it succeeds or not.
    pub(crate) async fn work_now<F, Fut>(
        self: &Arc<Self>,
        what: &'static str,
        id: MatchId,
        attempt: F,
    ) where
        F: Fn(Arc<Self>, u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result> + Send + 'static,
    {
        // An error means that the first attempt is over: the sender never sends.
        let _ = self.begin(what, id, attempt).await;
    }

    /// Starts work; the receiver resolves after the first attempt.
    fn begin<F, Fut>(
        self: &Arc<Self>,
        what: &'static str,
        id: MatchId,
        attempt: F,
    ) -> oneshot::Receiver<()>
    where
        F: Fn(Arc<Self>, u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result> + Send + 'static,
    {
        let kernel = Arc::clone(self);
        let (first, tried) = oneshot::channel();
        let mut first = Some(first);
        self.tasks.spawn(async move {
            let tasks = &kernel.tasks;
            let mut wait = SOON;
            for tries in 0.. {
                let work = attempt(Arc::clone(&kernel), tries);
                let done = tasks.runtime.spawn(work).await;
                match &done {
                    Ok(Ok(())) => return,
                    Ok(Err(error)) => {
                        tracing::error!(match_id = %id, what, %error, "failed, and is tried again");
                    }
                    Err(error) if error.is_panic() => {
                        tracing::error!(match_id = %id, what, "panicked, and is tried again");
                    }
                    // The runtime is shutting down.
                    Err(_) => return,
                }
                drop(first.take());
                if !tasks.wait(wait).await {
                    return;
                }
                wait = (wait * 2).min(LATE);
            }
        });
        tried
    }

    /// Runs an essential task and restarts it after a panic. After 5 panics in a row, [`Running::failed`] resolves.
    pub(crate) fn supervise<F, Fut>(self: &Arc<Self>, what: &'static str, run: F)
    where
        F: Fn(Arc<Self>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let kernel = Arc::clone(self);
        self.tasks.spawn(async move {
            let tasks = &kernel.tasks;
            let (mut panics, mut wait) = (0, RESTART);
            loop {
                let begin = Instant::now();
                match tasks.runtime.spawn(run(Arc::clone(&kernel))).await {
                    Err(error) if error.is_panic() => {}
                    _ => return,
                }
                if begin.elapsed() >= LIVED {
                    (panics, wait) = (0, RESTART);
                }
                panics += 1;
                tracing::error!(what, panics, "an essential task panicked");
                telemetry::restart(what);
                if panics >= PANICS {
                    tasks.failed.send_replace(Some(what));
                    return;
                }
                // Not by the arbiter's clock, which may be what panics.
                tokio::time::sleep(wait).await;
                wait *= 2;
            }
        });
    }
}

/// Runs work in its own task, so that a panic affects nothing else. The error is the reason of a failure.
pub(crate) async fn apart<E: Display + Send + 'static>(
    work: impl Future<Output = Result<(), E>> + Send + 'static,
) -> Result<(), String> {
    match tokio::spawn(work).await {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(panic) => Err(panic.to_string()),
    }
}

impl Running {
    /// Waits until all tasks have ended, some moments after shutdown begins. Nothing is announced after that.
    pub async fn finished(mut self) {
        // No task sends: this resolves when the last task has dropped its sender.
        self.alive.recv().await;
    }

    /// Resolves with the name of an essential task that keeps panicking. The process should then exit with an error.
    pub fn failed(&self) -> impl Future<Output = &'static str> + Send + 'static {
        let mut failed = self.failed.clone();
        async move {
            loop {
                if let Some(what) = *failed.borrow_and_update() {
                    return what;
                }
                if failed.changed().await.is_err() {
                    return std::future::pending().await;
                }
            }
        }
    }
}
