use std::sync::Arc;

use crate::db::{self, Connection, Store, StoreError, Workload};
use crate::kernel::{Kernel, Result};
use crate::matches::InteractionId;
use crate::people::Moment;

/// A handle on the kernel; a clone is cheap and is the same arbiter.
///
/// A use case runs to its end even if its caller is dropped.
#[derive(Clone)]
#[must_use]
pub struct Arbiter {
    pub(crate) kernel: Arc<Kernel>,
    /// The interaction that causes the calls.
    pub(crate) cause: Option<InteractionId>,
}

impl Arbiter {
    pub(crate) fn new(kernel: Arc<Kernel>) -> Self {
        Self {
            kernel,
            cause: None,
        }
    }

    /// Returns this arbiter for one interaction. Changes are idempotent: only the first delivery of the interaction
    /// makes them, even across a restart.
    pub fn because_of(&self, cause: InteractionId) -> Self {
        Self {
            kernel: Arc::clone(&self.kernel),
            cause: Some(cause),
        }
    }

    /// Returns the database, for plain reads and writes.
    pub fn store(&self) -> &Store {
        &self.kernel.store
    }

    /// Reads from one snapshot of the database.
    pub async fn read<T, F>(&self, query: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> db::Result<T> + Send + 'static,
    {
        Ok(self.kernel.store.read(query).await?)
    }

    /// Writes atomically: everything, or nothing on an error.
    pub async fn write<T, F>(&self, change: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> db::Result<T> + Send + 'static,
    {
        Ok(self.kernel.store.write(change).await?)
    }

    /// Counts the matches, alarms and pending posts.
    pub async fn workload(&self) -> Result<Workload, StoreError> {
        let kinds = self.kernel.alarms.kinds();
        self.kernel.store.workload(self.now(), kinds).await
    }

    /// Returns the kinds of posts that may be pending.
    pub fn posts(&self) -> impl Iterator<Item = &'static str> {
        self.kernel.delivery_queue.words()
    }

    /// Returns the trusted time, which counts for matches.
    pub fn now(&self) -> Moment {
        self.kernel.time.now()
    }
}
