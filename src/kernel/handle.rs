use std::sync::Arc;

use crate::db::{Connection, Store, StoreError, Workload};
use crate::kernel::Kernel;
use crate::matches::InteractionId;
use crate::people::Moment;

/// A handle on everything that happens; a clone is cheap and is the same arbiter.
///
/// What a use case has begun it brings to its end, even if nobody waits for its answer any more.
#[derive(Clone)]
pub struct Arbiter {
    pub(crate) kernel: Arc<Kernel>,
    /// The interaction that what is asked of it comes from.
    pub(crate) cause: Option<InteractionId>,
}

impl Arbiter {
    /// A handle on a kernel.
    pub(crate) fn new(kernel: Arc<Kernel>) -> Self {
        Self {
            kernel,
            cause: None,
        }
    }

    /// This arbiter for one interaction: whatever it is asked to change is done for the first delivery only, even if
    /// the program was restarted in between.
    #[must_use]
    pub fn because_of(&self, cause: InteractionId) -> Self {
        Self {
            kernel: Arc::clone(&self.kernel),
            cause: Some(cause),
        }
    }

    /// The database, for what is only read or kept there.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.kernel.store
    }

    /// Reads something, all of it from one state of the database.
    pub async fn read<T, F>(&self, query: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.kernel.store.read(query).await
    }

    /// Writes something: all of it, or nothing if it fails.
    pub async fn write<T, F>(&self, change: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.kernel.store.write(change).await
    }

    /// Counts what is going on.
    pub async fn workload(&self) -> Result<Workload, StoreError> {
        let kinds = self.kernel.alarms.kinds();
        self.kernel.store.workload(self.now(), kinds).await
    }

    /// The kinds of posts that may be owed.
    pub fn posts(&self) -> impl Iterator<Item = &'static str> {
        self.kernel.owed.words()
    }

    /// What time it is, by the clock that counts for matches.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.kernel.time.now()
    }
}
