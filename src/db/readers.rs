use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use super::connection::configure;
use super::error::{Result, StoreError};
use super::plans;

/// Maximum number of connections. A read takes far less than a millisecond.
const CONNECTIONS: usize = 4;

/// Maximum number of reads that wait for a connection. Further reads are refused at once.
const WAITING: usize = 1024;

/// Connections for reading, opened on demand. Reads never wait for writes.
pub(crate) struct Readers {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
    queue: Semaphore,
    free: Arc<Semaphore>,
}

impl Readers {
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            idle: Arc::default(),
            queue: Semaphore::new(WAITING),
            free: Arc::new(Semaphore::new(CONNECTIONS)),
        }
    }

    /// Reads from one snapshot of the database. If the future is dropped before a connection is free, the read is not
    /// begun.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let queued = self.queue.try_acquire().map_err(|_| StoreError::Crowded)?;
        let free = Arc::clone(&self.free).acquire_owned().await;
        let connected = free.map_err(|_| StoreError::Stopped)?;
        drop(queued);
        let (path, idle) = (self.path.clone(), Arc::clone(&self.idle));
        let reading = tokio::task::spawn_blocking(move || {
            let kept = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let connection = match kept {
                Some(connection) => connection,
                None => open(&path)?,
            };
            // Unlike the statements of a `Transaction`, these are kept prepared.
            connection.prepare_cached("BEGIN")?.execute([])?;
            let result = work(&connection);
            connection.prepare_cached("COMMIT")?.execute([])?;
            plans::check(&connection);
            let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(connection);
            drop(connected);
            result
        });
        reading.await.unwrap_or_else(|error| {
            Err(if error.is_panic() {
                StoreError::Panicked
            } else {
                StoreError::Stopped
            })
        })
    }
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    configure(&connection)?;
    plans::watch(&connection);
    Ok(connection)
}
