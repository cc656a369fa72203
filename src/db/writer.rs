use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use tokio::sync::{mpsc, oneshot, watch};

use super::error::{DatabaseLost, Result, StoreError};
use super::plans;
use super::workload::Writing;
use crate::db::Scrubbed;
use crate::db::file::identity::Identity;
use crate::db::upkeep::checkpoint::{Checkpoint, checkpoint};
use crate::db::upkeep::scrub::Scrub;
use crate::telemetry;

/// Maximum number of jobs in one transaction: a caller should not wait for thousands of others.
const TOGETHER: usize = 512;

/// The capacity of the queue of jobs. Callers wait while it is full.
const QUEUED: usize = 4096;

/// The thread that owns the writing connection.
///
/// Waiting jobs share one transaction. Each has its own savepoint, so that a failed job does not affect the others; no
/// constraint is deferred to the commit. A job that is alone needs no savepoint, for which SQLite would copy every page
/// before it changes. Jobs are answered only after the commit.
pub(crate) struct Writer {
    orders: Option<mpsc::Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    lost: watch::Receiver<Option<DatabaseLost>>,
    noted: Arc<Mutex<Noted>>,
}

/// The results of the last transactions.
#[derive(Clone, Copy, Default)]
struct Noted {
    /// When the last commit happened.
    committed: Option<Instant>,
    /// Whether the last transaction failed because another program had locked the database.
    locked: bool,
}

enum Order {
    Write(Box<dyn Job>),
    /// Move everything into the database file.
    Checkpoint(oneshot::Sender<Result>),
    /// Erase deleted data from the files, and rewrite the database for that if `true`.
    Scrub(bool, oneshot::Sender<Result<Scrubbed>>),
}

/// A write and the receiver of its answer.
trait Job: Send {
    /// Runs the write. Returns whether to keep it.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Sends the answer, after the commit or its failure.
    fn answer(self: Box<Self>, committed: Result<(), &NotWritten>);
}

/// The reason why a whole transaction was not written.
#[derive(Debug, thiserror::Error)]
enum NotWritten {
    #[error("the database is busy: another program has locked it")]
    Busy,
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Lost(#[from] DatabaseLost),
}

impl From<rusqlite::Error> for NotWritten {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl From<&NotWritten> for StoreError {
    fn from(why: &NotWritten) -> Self {
        match why {
            NotWritten::Busy => Self::Busy,
            NotWritten::Failed(why) => Self::Commit(why.clone()),
            NotWritten::Lost(lost) => Self::Lost(lost.clone()),
        }
    }
}

struct Write<T, F> {
    work: Option<F>,
    /// `None` until the write was run.
    result: Option<Result<T>>,
    reply: oneshot::Sender<Result<T>>,
}

impl<T, F> Job for Write<T, F>
where
    T: Send,
    F: FnOnce(&Connection) -> Result<T> + Send,
{
    fn run(&mut self, connection: &Connection) -> bool {
        let Some(work) = self.work.take() else {
            return false;
        };
        // After a panic, the savepoint rolls back the partial write.
        let done = catch_unwind(AssertUnwindSafe(|| {
            let result = work(connection);
            plans::check(connection);
            result
        }));
        let result = done.unwrap_or_else(|_| {
            tracing::error!("a write has panicked; nothing of it was kept");
            Err(StoreError::Panicked)
        });
        let keep = result.is_ok();
        self.result = Some(result);
        keep
    }

    fn answer(self: Box<Self>, committed: Result<(), &NotWritten>) {
        let Write { result, reply, .. } = *self;
        let result = match (committed, result) {
            (Ok(()), Some(result)) => result,
            (Ok(()), None) => Err(StoreError::Stopped),
            // The error of the job says more than that of the transaction.
            (Err(_), Some(Err(error))) => Err(error),
            (Err(why), _) => Err(why.into()),
        };
        // The caller may be gone; the write stays.
        let _ = reply.send(result);
    }
}

impl Writer {
    pub(crate) fn start(connection: Connection, file: Identity) -> std::io::Result<Self> {
        let (orders, waiting) = mpsc::channel(QUEUED);
        let (losing, lost) = watch::channel(None);
        let noted = Arc::<Mutex<Noted>>::default();
        let notes = Arc::clone(&noted);
        let thread = thread::Builder::new()
            .name(String::from("database"))
            .spawn(move || {
                let work =
                    AssertUnwindSafe(|| write_all(connection, waiting, &file, &losing, &notes));
                if catch_unwind(work).is_err() {
                    losing.send_replace(Some(DatabaseLost::Writer));
                }
            })?;
        Ok(Self {
            orders: Some(orders),
            thread: Some(thread),
            lost,
            noted,
        })
    }

    /// Runs a write in a transaction and returns once it is on disk. A queued write runs even if the future is dropped.
    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Write {
            work: Some(work),
            result: None,
            reply,
        };
        self.order(Order::Write(Box::new(job))).await?;
        answer.await.unwrap_or(Err(StoreError::Stopped))
    }

    /// Moves everything that was written into the database file.
    pub(crate) async fn checkpoint(&self) -> Result {
        let (reply, answer) = oneshot::channel();
        self.order(Order::Checkpoint(reply)).await?;
        answer.await.unwrap_or(Err(StoreError::Stopped))
    }

    /// Erases deleted data from the files, as far as possible; see [`Scrub::go_on`].
    pub(crate) async fn scrub(&self, rewrite: bool) -> Result<Scrubbed> {
        let (reply, answer) = oneshot::channel();
        self.order(Order::Scrub(rewrite, reply)).await?;
        answer.await.unwrap_or(Err(StoreError::Stopped))
    }

    async fn order(&self, order: Order) -> Result {
        let orders = self.orders.as_ref().ok_or(StoreError::Stopped)?;
        orders.send(order).await.map_err(|_| StoreError::Stopped)
    }

    /// Returns the state of the writer.
    pub(crate) fn state(&self) -> Writing {
        let waiting = self
            .orders
            .as_ref()
            .map_or(0, |orders| orders.max_capacity() - orders.capacity());
        let noted = *self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        Writing {
            waiting,
            last: noted.committed.map(|at| at.elapsed()),
        }
    }

    /// Whether the last transaction failed because another program had locked the database.
    pub(crate) fn is_locked(&self) -> bool {
        let noted = self.noted.lock();
        noted.unwrap_or_else(PoisonError::into_inner).locked
    }

    /// Waits until the database is lost.
    pub(crate) async fn lost(&self) -> DatabaseLost {
        let mut lost = self.lost.clone();
        match lost.wait_for(Option::is_some).await {
            Ok(lost) => lost.clone().unwrap_or(DatabaseLost::Writer),
            // The thread has ended without a reason.
            Err(_) => DatabaseLost::Writer,
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_all(
    mut connection: Connection,
    mut waiting: mpsc::Receiver<Order>,
    file: &Identity,
    losing: &watch::Sender<Option<DatabaseLost>>,
    noted: &Mutex<Noted>,
) {
    let mut scrub = Scrub::default();
    // Whether a checkpoint was requested and nothing was written since.
    let mut checkpointed = false;
    while let Some(first) = waiting.blocking_recv() {
        let (mut jobs, mut last) = (VecDeque::new(), None);
        let mut next = Some(first);
        while let Some(order) = next {
            match order {
                Order::Write(job) => jobs.push_back(job),
                other => last = Some(other),
            }
            let more = jobs.len() < TOGETHER && last.is_none();
            next = more.then(|| waiting.try_recv().ok()).flatten();
        }
        while !jobs.is_empty() {
            let mut done = Vec::new();
            let (begun, before) = (Instant::now(), connection.total_changes());
            let committed = write_together(&mut connection, file, &mut jobs, &mut done);
            // A transaction that has changed nothing did not reach the disk.
            let changed = connection.total_changes() != before;
            if committed.is_err() || changed {
                telemetry::commit(committed.is_ok(), begun.elapsed());
            }
            {
                let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
                noted.locked = matches!(committed, Err(NotWritten::Busy));
                if committed.is_ok() && changed {
                    noted.committed = Some(Instant::now());
                    checkpointed = false;
                }
            }
            if let Err(why) = &committed {
                // If the transaction did not begin, none of the waiting jobs can run.
                if done.is_empty() {
                    done.extend(jobs.drain(..));
                }
                // Each caller reports the error that it gets.
                tracing::debug!(error = %why, jobs = done.len(), "cannot write to the database");
                if let NotWritten::Lost(lost) = why {
                    losing.send_replace(Some(lost.clone()));
                }
            }
            for job in done {
                job.answer(committed.as_ref().copied());
            }
        }
        match last {
            Some(Order::Checkpoint(reply)) => {
                checkpointed = true;
                let _ = reply.send(checkpoint(&connection).and_then(Checkpoint::completed));
            }
            Some(Order::Scrub(rewrite, reply)) => {
                checkpointed = false;
                let _ = reply.send(scrub.go_on(&connection, file.real(), rewrite));
            }
            Some(Order::Write(_)) | None => {}
        }
    }
    // A second checkpoint would only wait for the same readers again.
    if checkpointed {
        return;
    }
    if let Err(error) = checkpoint(&connection).and_then(Checkpoint::completed) {
        tracing::warn!(%error, "the last turns are in the -wal file beside the database: keep it");
    }
}

/// Runs jobs from the front of `waiting` in one transaction, and moves those that were begun to `done`.
fn write_together(
    connection: &mut Connection,
    file: &Identity,
    waiting: &mut VecDeque<Box<dyn Job>>,
    done: &mut Vec<Box<dyn Job>>,
) -> Result<(), NotWritten> {
    file.check()?;
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if waiting.len() == 1
        && let Some(mut job) = waiting.pop_front()
    {
        let keep = job.run(&transaction);
        done.push(job);
        still_open(&transaction)?;
        let ended = if keep {
            transaction.commit()
        } else {
            transaction.rollback()
        };
        return Ok(ended?);
    }
    while !waiting.is_empty() {
        // The job stays in the queue while it has no savepoint.
        let savepoint = transaction.savepoint()?;
        let Some(mut job) = waiting.pop_front() else {
            break;
        };
        let keep = job.run(&savepoint);
        done.push(job);
        // The jobs that wait are still tried.
        still_open(&savepoint)?;
        if keep {
            savepoint.commit()?;
        } else {
            // The partial write of a failed job must not be committed with the others.
            savepoint.finish()?;
        }
    }
    transaction.commit()?;
    Ok(())
}

/// Fails if SQLite has rolled the whole transaction back, as it does after some failures of the disk.
fn still_open(connection: &Connection) -> Result<(), NotWritten> {
    if connection.is_autocommit() {
        let why = String::from("the transaction was rolled back");
        return Err(NotWritten::Failed(why));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use rusqlite::hooks::{AuthAction, AuthContext, Authorization, TransactionOperation};

    use super::*;

    /// Denies the next savepoint, and no other.
    fn deny_one(connection: &Connection) {
        let mut denied = false;
        let hook = move |context: AuthContext<'_>| match context.action {
            AuthAction::Savepoint {
                operation: TransactionOperation::Begin,
                ..
            } if !denied => {
                denied = true;
                Authorization::Deny
            }
            _ => Authorization::Allow,
        };
        connection.authorizer(Some(hook)).expect("a hook");
    }

    #[tokio::test]
    async fn job_whose_savepoint_failed_is_done_in_the_next_transaction() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("some.db");
        let connection = Connection::open(&path).expect("a database");
        connection
            .execute_batch("CREATE TABLE some (number INTEGER)")
            .expect("a table");
        let file = Identity::of(&path).expect("a file");
        let writer = Arc::new(Writer::start(connection, file).expect("a writer"));
        // The jobs behind the first one wait together, and so share a transaction.
        let (go, waiting) = mpsc::channel::<()>();
        let (begun, beginning) = oneshot::channel();
        let before = Arc::clone(&writer);
        let first = tokio::spawn(async move {
            let work = move |_: &Connection| {
                let _ = begun.send(());
                let _ = waiting.recv();
                Ok(())
            };
            before.write(work).await
        });
        beginning.await.expect("a job under way");
        let denying = writer.write(|connection| {
            deny_one(connection);
            Ok(connection.execute("INSERT INTO some VALUES (1)", [])?)
        });
        let [second, third] = [2, 3].map(|number: u32| {
            writer.write(move |connection| {
                Ok(connection.execute("INSERT INTO some VALUES (?1)", [number])?)
            })
        });
        let release = async move { drop(go) };
        let (denying, second, third, ()) = tokio::join!(denying, second, third, release);
        first.await.expect("no panic").expect("nothing to do");
        // This job shared the transaction that failed.
        let denying = denying.expect_err("a transaction that failed");
        assert!(
            matches!(&denying, StoreError::Commit(why) if why.contains("authorized")),
            "{denying}"
        );
        assert_eq!(second.expect("written"), 1);
        assert_eq!(third.expect("written"), 1);
        let sum = writer.write(|connection| {
            let sql = "SELECT sum(number) FROM some";
            Ok(connection.query_row(sql, [], |row| row.get::<_, u32>(0))?)
        });
        assert_eq!(sum.await.expect("read"), 5);
    }
}
