//! SQLite: appends events, reads matches and lists. SQL is written here and in the features' `store` files, nowhere else.
//!
//! Events are the truth, and have one order over all matches. What lists need is folded from them by projections, which
//! are written in the same transaction and can be rebuilt. One thread owns the writing connection and commits what is waiting
//! together; readers have connections of their own.

pub mod alarms;
pub(crate) mod appearances;
pub(crate) mod body;
pub mod bounds;
mod columns;
pub(crate) mod connection;
pub(crate) mod error;
pub(crate) mod file;
pub(crate) mod finished;
pub(crate) mod frozen;
pub(crate) mod history;
pub(crate) mod hooks;
pub(crate) mod interactions;
pub(crate) mod lists;
pub(crate) mod match_list;
pub(crate) mod matches;
pub mod offers;
pub(crate) mod open;
pub mod owed;
pub mod people;
pub(crate) mod places;
pub(crate) mod plans;
pub(crate) mod projection;
pub(crate) mod projections;
pub mod ratings;
pub(crate) mod readers;
pub(crate) mod rebuild;
pub mod results;
pub(crate) mod upkeep;
pub(crate) mod workload;
pub(crate) mod writer;

pub use error::{DatabaseLost, OpenError, StoreError};
pub use finished::each_finished;
pub use frozen::FrozenMatch;
pub use hooks::Hooks;
pub use places::{Announced, Listed, Places};
pub use results::{Past, Results, Tally};
pub use rusqlite::Connection;
pub use upkeep::backup::{BackupError, Retention, backup, check_backup, keep_backups, restore};
pub use upkeep::doctor::{Examination, Finding, examine, repair};
pub use upkeep::scrub::Scrubbed;
pub use workload::{Workload, Writing};

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::db::file::identity::Identity;
use crate::db::file::lock::Lock;
use crate::db::readers::Readers;
use crate::db::writer::Writer;

/// How often it is looked whether the database is still where it was.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// A database of matches; a clone is cheap and is the same store.
///
/// When the last clone is dropped, everything that waits is written and the file is free for others. Must be used
/// within a Tokio runtime.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

/// In the order in which they are dropped: the writer's connection is the last one, so that SQLite tidies up behind it,
/// and then the lock is let go.
pub(crate) struct Inner {
    pub(crate) readers: Readers,
    pub(crate) writer: Writer,
    /// What features add to it.
    pub(crate) hooks: &'static Hooks,
    file: Identity,
    _lock: Lock,
}

impl Store {
    /// Reads something, all of it from one state of the database.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub async fn read<T, F>(&self, query: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.inner.readers.read(query).await
    }

    /// Writes something: all of it, or nothing if it fails.
    ///
    /// # Errors
    ///
    /// Its own, or when it cannot be written.
    pub async fn write<T, F>(&self, change: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.inner.writer.write(change).await
    }

    /// Resolves when the database is lost: the process should exit and be restarted. It also counts as lost when another
    /// program has locked it for this long, to within 15 seconds.
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
                // Nobody else may want to write, and so find that the lock is gone.
                let _ = self.probe().await;
            }
        };
        tokio::select! {
            lost = self.inner.writer.lost() => lost,
            lost = looking => lost,
        }
    }

    /// Brings everything that was written into the database's own file, so that it alone is a whole copy. For the end
    /// of a run: what is written later may stand beside it again.
    ///
    /// # Errors
    ///
    /// When others are reading for long, or it cannot be written.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        self.inner.writer.checkpoint().await
    }

    /// Takes what was deleted out of unused parts of the files, as far as that can be done now, and looks whether anything of
    /// it is left. If `rewrite`, and something was deleted since the last rewrite, the whole database is rewritten, and other
    /// writes wait until that is done. Must be called again until everything is [clean](Scrubbed::Clean).
    ///
    /// # Errors
    ///
    /// When it cannot be written, for lack of room for instance, or not be looked at.
    pub async fn scrub(&self, rewrite: bool) -> Result<Scrubbed, StoreError> {
        self.inner.writer.scrub(rewrite).await
    }
}
