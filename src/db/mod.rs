//! The SQLite database: appends events, reads matches and lists. SQL is only here and in the features' `store` files.
//!
//! Events are the source of truth and have one order over all matches. Projections fold them into the tables of lists
//! in the same transaction, and can be rebuilt. One thread owns the writing connection and commits waiting writes
//! together; readers have their own connections.

pub mod alarms;
pub(crate) mod appearances;
pub(crate) mod body;
pub mod bounds;
pub(crate) mod connection;
pub(crate) mod error;
pub(crate) mod file;
pub(crate) mod finished;
pub(crate) mod frozen;
pub(crate) mod history;
pub(crate) mod hooks;
pub(crate) mod interactions;
pub mod journal;
pub(crate) mod lists;
pub(crate) mod match_list;
pub(crate) mod matches;
pub mod offers;
pub(crate) mod open;
pub mod pending_posts;
pub mod people;
pub(crate) mod places;
pub(crate) mod plans;
pub(crate) mod projection;
pub(crate) mod projections;
mod query;
pub mod ratings;
pub(crate) mod readers;
pub(crate) mod rebuild;
pub mod results;
pub(crate) mod upkeep;
pub(crate) mod workload;
pub(crate) mod writer;

pub use error::{DatabaseLost, Denial, OpenError, Result, StoreError};
pub use finished::each_finished;
pub use frozen::FrozenMatch;
pub use hooks::Hooks;
pub use places::{Announced, Listed, ListedStatus, Places};
pub(crate) use query::Query;
pub use results::{Past, Results, Tally};
pub use rusqlite::Connection;
pub use upkeep::backup::{BackupError, Retention, backup, keep_backups};
pub use upkeep::doctor::{Examination, examine, is_there, repair};
pub use upkeep::restore::{check_backup, restore};
pub use upkeep::scrub::Scrubbed;
pub use workload::{Workload, Writing};

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::db::file::identity::Identity;
use crate::db::file::lock::Lock;
use crate::db::readers::Readers;
use crate::db::writer::Writer;

/// How often the database file is checked for deletion and replacement.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// A database of matches; a clone is cheap and is the same store.
///
/// Dropping the last clone writes everything that waits and unlocks the file. The store must be used within a Tokio
/// runtime.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

/// The fields are in drop order: the writer's connection is the last one, so that SQLite cleans up after it, and then
/// the lock is released.
pub(crate) struct Inner {
    pub(crate) readers: Readers,
    pub(crate) writer: Writer,
    pub(crate) hooks: &'static Hooks,
    pub(crate) file: Identity,
    _lock: Lock,
}

impl Store {
    /// Reads from one snapshot of the database.
    ///
    /// # Errors
    ///
    /// If the read fails.
    pub async fn read<T, F>(&self, query: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.inner.readers.read(query).await
    }

    /// Writes atomically: everything, or nothing on an error.
    ///
    /// # Errors
    ///
    /// The error of `change`, or that of the write.
    pub async fn write<T, F>(&self, change: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.inner.writer.write(change).await
    }

    /// Resolves when the database is lost: the process should exit and be restarted. The database also counts as lost
    /// if another program has locked it for `locked_for`, to within 15 seconds.
    pub async fn lost(&self, locked_for: Duration) -> DatabaseLost {
        let looking = async {
            let mut locked_since = None;
            loop {
                tokio::time::sleep(LOOK_EVERY).await;
                let file = self.inner.file.clone();
                if let Ok(Err(lost)) = tokio::task::spawn_blocking(move || file.check()).await {
                    return lost;
                }
                if !self.inner.writer.is_locked() {
                    locked_since = None;
                    continue;
                }
                let since = *locked_since.get_or_insert_with(|| {
                    // Read before the log line, since a test steps the clock as soon as it sees that line.
                    let now = Instant::now();
                    tracing::warn!(limit = ?locked_for, "another program has locked the database");
                    now
                });
                if since.elapsed() >= locked_for {
                    return DatabaseLost::Locked(self.inner.file.path().to_owned());
                }
                // Without other writes, only this probe finds that the lock is gone.
                let _ = self.probe().await;
            }
        };
        tokio::select! {
            lost = self.inner.writer.lost() => lost,
            lost = looking => lost,
        }
    }

    /// Moves everything that was written into the database file, so that it alone is a whole copy. Used at the end of a
    /// run: later writes may go to the `-wal` file again.
    ///
    /// # Errors
    ///
    /// If others keep reading, or the write fails.
    pub async fn checkpoint(&self) -> Result {
        self.inner.writer.checkpoint().await
    }

    /// Erases deleted data from unused parts of the files, as far as possible now. If `rewrite` is set and data was
    /// deleted since the last rewrite, rewrites the whole database while other writes wait. The caller must repeat this
    /// until the files are [clean](Scrubbed::Clean).
    ///
    /// # Errors
    ///
    /// If the files cannot be read or written, for example for lack of space.
    pub async fn scrub(&self, rewrite: bool) -> Result<Scrubbed> {
        self.inner.writer.scrub(rewrite).await
    }
}
