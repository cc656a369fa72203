use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::StoreError;

/// How many jobs share one transaction at most: a caller should not wait for thousands of others.
const TOGETHER: usize = 512;

/// The thread that owns the writing connection.
///
/// Jobs that wait are done in one transaction, each in a savepoint of its own so that one that fails takes no other
/// with it. They are answered after the commit, never before.
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

/// A write and the one who waits for its answer.
trait Job: Send {
    /// Does the writing; whether it should stay.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Answers, after the commit or its failure.
    fn answer(self: Box<Self>, committed: Result<(), &rusqlite::Error>);
}

struct Write<T, F> {
    work: Option<F>,
    result: Result<T, StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Write<T, F>
where
    T: Send,
    F: FnOnce(&Connection) -> Result<T, StoreError> + Send,
{
    fn run(&mut self, connection: &Connection) -> bool {
        if let Some(work) = self.work.take() {
            self.result = work(connection);
        }
        self.result.is_ok()
    }

    fn answer(self: Box<Self>, committed: Result<(), &rusqlite::Error>) {
        let Write { result, reply, .. } = *self;
        let result = match committed {
            Ok(()) => result,
            Err(error) => result.and_then(|_| Err(StoreError::Commit(error.to_string()))),
        };
        // Whoever asked may have gone; what is written stays written.
        let _ = reply.send(result);
    }
}

impl Writer {
    pub(super) fn start(connection: Connection) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::Builder::new()
            .name(String::from("database"))
            .spawn(move || write_all(connection, &waiting))?;
        Ok(Self {
            jobs: Some(jobs),
            thread: Some(thread),
        })
    }

    /// Does some writing in a transaction and answers once it is on the disk. It is done even if nobody waits for it
    /// any more.
    pub(super) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Write {
            work: Some(work),
            result: Err(StoreError::Stopped),
            reply,
        };
        self.jobs
            .as_ref()
            .ok_or(StoreError::Stopped)?
            .send(Box::new(job))
            .map_err(|_| StoreError::Stopped)?;
        answer.await.unwrap_or(Err(StoreError::Stopped))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_all(mut connection: Connection, waiting: &mpsc::Receiver<Box<dyn Job>>) {
    while let Ok(first) = waiting.recv() {
        let mut jobs = vec![first];
        jobs.extend(waiting.try_iter().take(TOGETHER - 1));
        let committed = write_together(&mut connection, &mut jobs);
        if let Err(error) = &committed {
            tracing::error!(%error, jobs = jobs.len(), "cannot write to the database");
        }
        for job in jobs {
            job.answer(committed.as_ref().copied());
        }
    }
}

fn write_together(connection: &mut Connection, jobs: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in jobs {
        let savepoint = transaction.savepoint()?;
        if job.run(&savepoint) {
            savepoint.commit()?;
        }
    }
    transaction.commit()
}
