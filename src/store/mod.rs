//! SQLite: appends events, reads matches and lists. The only folder that knows SQL.
//!
//! Events are the truth, and have one order over all matches. What lists need is folded from them by projections, which
//! are written in the same transaction and can be rebuilt. One thread owns the writing connection and commits what is waiting together; readers have
//! connections of their own.

mod body;
mod conditional;
mod doctor;
mod drafts;
mod error;
mod history;
mod identity;
mod interactions;
mod last_seen;
mod lists;
mod match_list;
mod matches;
mod names;
mod open;
mod outside;
mod pickers;
mod places;
mod plans;
mod preferences;
mod projection;
mod readers;
mod rebuild;
mod resting;
mod writer;

pub use conditional::KeptLine;
pub use doctor::{Examination, Finding, examine, repair};
pub use error::{DatabaseLost, OpenError, StoreError};
pub use outside::{News, Outside};
pub use places::{Announced, Listed, Places};
pub use resting::{Rest, RestingPlace};

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use identity::Identity;
use readers::Readers;
use writer::Writer;

/// How often it is looked whether the database is still where it was.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// A database of matches; a clone is cheap and is the same store.
///
/// When the last clone is dropped, everything that waits is written and the file is free for others. Must be used
/// within a Tokio runtime.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

/// In the order in which they are dropped: the writer's connection is the last one, so that SQLite tidies up behind it,
/// and then the lock is let go.
struct Inner {
    readers: Readers,
    writer: Writer,
    file: Identity,
    _lock: File,
}

impl Store {
    /// Is ready once the database cannot be used any more: the process had better end, and be started anew.
    pub async fn lost(&self) -> DatabaseLost {
        let looking = async {
            loop {
                tokio::time::sleep(LOOK_EVERY).await;
                let file = self.inner.file.clone();
                if let Ok(Err(lost)) = tokio::task::spawn_blocking(move || file.check()).await {
                    return lost;
                }
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
}
