//! SQLite: appends events, reads matches and lists. The only folder that knows SQL.
//!
//! Events are the truth, and have one order over all matches. What lists need is folded from them by projections, which
//! are written in the same transaction and can be rebuilt. One thread owns the writing connection and commits what is waiting together; readers have
//! connections of their own.

mod alarm_check;
mod alarm_kinds;
mod alarms;
mod appearances;
mod archive;
mod backup;
mod blocks;
mod body;
mod bounds;
mod checkpoint;
mod conditional;
mod connection;
mod daily;
mod doctor;
mod drafts;
mod error;

mod finished;
mod follows;
mod forgetting;
mod frozen;
mod habits;
mod hints;
mod history;
mod identity;
mod imports;
mod interactions;
mod kept_word;
mod last_seen;
mod lessons;
mod lists;
mod lock;
mod match_list;
mod matches;
mod moderation;
mod names;
mod notes;
mod open;
mod outside;
mod personal;
mod pickers;
mod places;
mod plans;
mod practice;
mod preferences;
mod projection;
mod projections;
mod punctuality;
mod puzzles;
mod rating_list;
mod ratings;
mod readers;
mod rebuild;
mod rematches;
mod reminders;
mod resting;
mod results;
mod rights;
mod scrub;
mod server_rules;
mod time_off;
mod wal;
mod weekly;
mod weighed;
mod workload;
mod writer;

pub use archive::{ArchiveFilter, Archived};
pub use backup::{BackupError, Kept, backup, check_backup, keep_backups, restore};
pub use conditional::KeptLine;
pub use daily::{DailyBegun, DailyPlace, DailyPost, DailyShown};
pub use doctor::{Examination, Finding, examine, repair};
pub use error::{DatabaseLost, OpenError, StoreError};

pub use finished::each_finished;
pub use frozen::FrozenMatch;
pub use moderation::{Banned, Moderated};
pub use notes::{Note, NoteKept};
pub use outside::{News, Outside};
pub use personal::Kept as KeptOfPerson;
pub use places::{Announced, Listed, Places};
pub use puzzles::{Solver, Tried};
pub use ratings::{RatingsRebuilt, Stakes, Standing, Uncounted, annul, rebuild_ratings};
pub use reminders::{DueReminder, SentReminder};
pub use resting::{Rest, RestingPlace};
pub use results::{Past, Results, Tally};
pub use scrub::Scrubbed;
pub use time_off::PersonChange;
pub use weekly::WeeklyPlace;
pub use workload::{Workload, Writing};

use std::sync::Arc;
use std::time::{Duration, Instant};

use identity::Identity;
use lock::Lock;
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
    _lock: Lock,
}

impl Store {
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
                    tracing::warn!(limit = ?locked_for, "another program has locked the database");
                    Instant::now()
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
}
