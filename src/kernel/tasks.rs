//! The tasks of an arbiter: each ends with it, and none takes another with it when it panics.

use std::fmt::Display;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};

use super::error::Error;
use super::lock::lock;
use super::time::Time;
use crate::kernel::Kernel;
use crate::matches::MatchId;
use crate::telemetry;

/// The first and the longest wait before something is tried again.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(300);

/// How often an essential task may panic in succession, and how long one must live for its panic to be the first again.
const PANICS: u32 = 5;
const LIVED: Duration = Duration::from_secs(60);

/// The first wait before an essential task is started again.
const RESTART: Duration = Duration::from_millis(100);

/// How long what is under way may take after the arbiter was to end.
const FAREWELL: Duration = Duration::from_secs(2);

pub(crate) struct Tasks {
    runtime: Handle,
    time: Arc<Time>,
    stop: watch::Receiver<bool>,
    /// Held by every task; gone once the arbiter is to end.
    alive: Mutex<Option<mpsc::Sender<()>>>,
    failed: watch::Sender<Option<&'static str>>,
}

/// The tasks of an arbiter, seen from outside.
pub struct Running {
    alive: mpsc::Receiver<()>,
    failed: watch::Receiver<Option<&'static str>>,
}

impl Tasks {
    /// Tasks until `shutdown` is ready.
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

    /// Starts a task, unless the arbiter is to end.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> bool {
        let Some(alive) = lock(&self.alive).clone() else {
            return false;
        };
        self.runtime.spawn(async move {
            task.await;
            drop(alive);
        });
        true
    }

    /// Does something for a match in a task of its own, and tries it again with longer and longer waits until it is done.
    /// `attempt` gets how often it was tried before.
    pub(crate) fn work<F, Fut>(self: &Arc<Self>, what: &'static str, id: MatchId, attempt: F)
    where
        F: Fn(u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), Error>> + Send + 'static,
    {
        drop(self.begin(what, id, attempt));
    }

    /// As [`work`](Self::work); returns after the first attempt, whether that succeeded or not.
    pub(crate) async fn work_now<F, Fut>(
        self: &Arc<Self>,
        what: &'static str,
        id: MatchId,
        attempt: F,
    ) where
        F: Fn(u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), Error>> + Send + 'static,
    {
        // An error means that the first attempt is over: nothing is ever sent.
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
        F: Fn(u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), Error>> + Send + 'static,
    {
        let tasks = Arc::clone(self);
        let (first, tried) = oneshot::channel();
        let mut first = Some(first);
        self.spawn(async move {
            let mut wait = SOON;
            for tries in 0.. {
                let done = tasks.runtime.spawn(attempt(tries)).await;
                match &done {
                    Ok(Ok(())) => return,
                    Ok(Err(error)) => {
                        tracing::error!(match_id = %id, what, %error, "failed, and is tried again");
                    }
                    Err(error) if error.is_panic() => {
                        tracing::error!(match_id = %id, what, "panicked, and is tried again");
                    }
                    // The runtime ends.
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

    /// Keeps an essential task going: after a panic it is started again, and if that does not help,
    /// [`Running::failed`] says so.
    pub(crate) fn supervise<F, Fut>(self: &Arc<Self>, what: &'static str, run: F)
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let tasks = Arc::clone(self);
        self.spawn(async move {
            let (mut panics, mut wait) = (0, RESTART);
            loop {
                let begin = Instant::now();
                match tasks.runtime.spawn(run()).await {
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
                // By no clock of ours: it may be what panics.
                tokio::time::sleep(wait).await;
                wait *= 2;
            }
        });
    }

    /// Is ready once the arbiter is to end.
    pub(crate) async fn stopped(&self) {
        // An error means that the sender is gone, which is a stop as well.
        let _ = self.stop.clone().wait_for(|stop| *stop).await;
    }

    /// Is ready some moments after the arbiter is to end: what is under way has until then.
    pub(crate) async fn farewell(&self) {
        self.stopped().await;
        tokio::time::sleep(FAREWELL).await;
    }

    /// Whether the arbiter is to end.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Waits for a time to pass; false if the arbiter is to end first.
    pub(crate) async fn wait(&self, time: Duration) -> bool {
        tokio::select! {
            () = self.stopped() => false,
            () = self.time.sleep(time) => true,
        }
    }
}

impl Kernel {
    /// As [`Tasks::work`]; each attempt is handed the kernel.
    pub(crate) fn work<F, Fut>(self: &Arc<Self>, what: &'static str, id: MatchId, attempt: F)
    where
        F: Fn(Arc<Self>, u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), Error>> + Send + 'static,
    {
        let kernel = Arc::clone(self);
        let attempt = move |tries| attempt(Arc::clone(&kernel), tries);
        self.tasks.work(what, id, attempt);
    }

    /// As [`Tasks::work_now`]; each attempt is handed the kernel.
    pub(crate) async fn work_now<F, Fut>(
        self: &Arc<Self>,
        what: &'static str,
        id: MatchId,
        attempt: F,
    ) where
        F: Fn(Arc<Self>, u32) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), Error>> + Send + 'static,
    {
        let kernel = Arc::clone(self);
        let attempt = move |tries| attempt(Arc::clone(&kernel), tries);
        self.tasks.work_now(what, id, attempt).await;
    }

    /// As [`Tasks::supervise`]; each run is handed the kernel.
    pub(crate) fn supervise<F, Fut>(self: &Arc<Self>, what: &'static str, run: F)
    where
        F: Fn(Arc<Self>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let kernel = Arc::clone(self);
        self.tasks.supervise(what, move || run(Arc::clone(&kernel)));
    }
}

/// Does something in a task of its own, so that its panic takes nothing else with it; the error says why it failed.
pub(crate) async fn apart<E: Display + Send + 'static>(
    work: impl Future<Output = Result<(), E>> + Send + 'static,
) -> Result<(), String> {
    match tokio::spawn(work).await {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(panic) => Err(panic.to_string()),
    }
}

impl Running {
    /// Waits until all tasks have ended, which they do some moments after the shutdown: nothing is told any more.
    pub async fn finished(mut self) {
        // Nobody ever sends: this is ready when the last task has let go.
        self.alive.recv().await;
    }

    /// Resolves when an essential task cannot be kept going, with its name: then the process should
    /// end with a fault.
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
