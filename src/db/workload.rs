//! Counts of open work, for the operator.

use std::time::Duration;

use rusqlite::{Connection, params};

use super::error::{Result, StoreError};
use super::pending_posts;
use super::query::Query;
use crate::db::Store;
use crate::db::file::place::beside;
use crate::matches::GuildId;
use crate::people::Moment;

/// An alarm that is not handled within this time is late.
const LATE: Duration = Duration::from_secs(60);

/// Counts of open work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workload {
    /// Challenges and matches, by the game's key and the [word](crate::matches::Status::word) of their state.
    pub matches: Vec<(String, String, u64)>,
    /// Alarms whose moment has come.
    pub alarms_due: u64,
    /// Alarms whose moment came more than a minute ago.
    pub alarms_late: u64,
    /// Numbers of pending posts, by kind.
    pub pending: Vec<(String, u64)>,
    /// Whether data of deleted people may still be in unused parts of the files.
    pub scrub_due: bool,
}

/// The state of the writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// How many writes wait.
    pub waiting: usize,
    /// Time since the last commit; `None` if there was none since startup.
    pub last: Option<Duration>,
}

impl Workload {
    /// Returns the number of pending posts of a kind.
    pub fn pending_of(&self, kind: &str) -> u64 {
        let own = self.pending.iter().find(|(own, _)| own == kind);
        own.map_or(0, |(_, count)| *count)
    }
}

impl Store {
    /// Counts open work, with the alarms of these kinds. Does not scan finished matches.
    pub async fn workload(&self, now: Moment, kinds: Vec<&'static str>) -> Result<Workload> {
        let late = now.before(LATE);
        let read = move |db: &Connection| {
            let one = |sql: &str, params: &[&dyn rusqlite::ToSql]| {
                let number: i64 = db.one(sql, params, |row| row.get(0))?;
                Ok::<_, StoreError>(number.unsigned_abs())
            };
            let alarms = |until: Moment| {
                let sql = "SELECT count(*) FROM alarms WHERE what = ?1 AND due <= ?2";
                let mut counts = kinds.iter().map(|kind| one(sql, params![kind, until]));
                counts.try_fold(0, |sum, count| Ok::<_, StoreError>(sum + count?))
            };
            Ok(Workload {
                matches: counts(db)?,
                alarms_due: alarms(now)?,
                alarms_late: alarms(late)?,
                pending: pending_posts::counts(db)?,
                scrub_due: one("SELECT count(*) FROM scrub_due", params![])? > 0,
            })
        };
        self.read(read).await
    }

    /// Returns the servers with open challenges or running matches; `None` means direct messages.
    pub async fn guilds(&self) -> Result<Vec<Option<GuildId>>> {
        let read = |db: &Connection| {
            let sql = "SELECT guild FROM matches INDEXED BY matches_by_guild WHERE status = 'playing' \
                 UNION SELECT guild FROM matches INDEXED BY matches_open_in WHERE status = 'open'";
            db.all(sql, [], |row| row.get(0))
        };
        self.read(read).await
    }

    /// Returns the state of the writer.
    pub fn writing(&self) -> Writing {
        self.inner.writer.state()
    }

    /// Returns the sizes in bytes of the database file and of its `-wal` file; 0 for a missing file.
    pub fn sizes(&self) -> (u64, u64) {
        let real = self.inner.file.real();
        let size = |path: &std::path::Path| std::fs::metadata(path).map_or(0, |file| file.len());
        (size(real), size(&beside(real, "-wal")))
    }

    /// Waits until all waiting writes are done, which shows that writing is possible.
    pub async fn probe(&self) -> Result {
        self.write(|_| Ok(())).await
    }
}

fn counts(db: &Connection) -> Result<Vec<(String, String, u64)>> {
    // The table has one row per game and status.
    db.all("SELECT game, status, number FROM match_counts", [], |row| {
        let number: i64 = row.get(2)?;
        Ok((row.get(0)?, row.get(1)?, number.unsigned_abs()))
    })
}
