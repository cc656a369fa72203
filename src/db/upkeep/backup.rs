use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::doctor::read_only;
use super::source::Source;
use crate::db::OpenError;
use crate::db::file::place::{beside, remove, sync_folder};
use crate::db::file::replacement::stamp;
use crate::db::file::rights::owners;
use crate::db::open::{explain, is_about_room};

/// Maximum attempts to copy while another process holds a lock, and the wait between them.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);

/// The beginning and the end of backups' names; the moment is between them.
const BEGINNING: &str = "anteroom-";
const END: &str = ".db";

/// The time between two backups.
const HOUR: Duration = Duration::from_hours(1);

/// The reason why a backup or restore failed, worded for the operator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database, or the backup, cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// A file with the backup's name exists already.
    #[error("{0} is there already: name another file")]
    Exists(PathBuf),
    /// The backup that was made, or is being restored, is not sound.
    #[error("{path} is not sound: {why}")]
    Unsound {
        path: PathBuf,
        /// The first fault.
        why: String,
    },
    /// A file cannot be written or read.
    #[error("{path}: {source}")]
    File {
        path: PathBuf,
        source: std::io::Error,
    },
    /// SQLite cannot write the copy.
    #[error("{path} cannot be written: {why}")]
    Unwritten { path: PathBuf, why: String },
    /// The backup to restore is the database itself.
    #[error("{0} is the database itself: name a backup")]
    Itself(PathBuf),
}

impl BackupError {
    pub(super) fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

/// How many backups are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// The newest of each of this many hours.
    pub hours: usize,
    /// The newest of each of this many days.
    pub days: usize,
}

/// Copies a snapshot of a database, which may be in use, into a new file. The file gets its name only after it is
/// checked and synced to disk. Returns its size in bytes.
///
/// # Errors
///
/// If the database does not exist, the file exists already, or the write fails.
pub fn backup(database: &Path, to: &Path) -> Result<u64, BackupError> {
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let partial = beside(to, ".partial");
    let file = |source| BackupError::file(to, source);
    let size = read_only(database, &beside(to, ".reading"), |source| {
        let copied = copy(source, database, &partial, to).and_then(|()| {
            let written = File::open(&partial).and_then(|partial| {
                partial.sync_all()?;
                partial.metadata()
            });
            Ok(written.map_err(file)?.len())
        });
        copied.inspect_err(|_| {
            // The partial file is useless. The first error matters more than that of the removal.
            let _ = remove_copy(&partial);
        })
    })?;
    std::fs::rename(&partial, to).map_err(file)?;
    sync_folder(to).map_err(file)?;
    Ok(size)
}

/// Copies a database without deleted data, and checks the pages of the copy.
fn copy(source: &Source, database: &Path, partial: &Path, to: &Path) -> Result<(), BackupError> {
    let target = snapshot(source, database, partial, to)?;
    let failed = |error: rusqlite::Error| unwritten(database, to, &error);
    // Unused parts of the database, with deleted data, are copied too.
    let due = target
        .query_row("SELECT count(*) FROM scrub_due", [], |row| {
            row.get::<_, u32>(0)
        })
        .map_err(failed)?;
    if due > 0 {
        target
            .execute_batch("DELETE FROM scrub_due WHERE one = 1; VACUUM")
            .map_err(failed)?;
    }
    let check: String = target
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(failed)?;
    if check == "ok" {
        Ok(())
    } else {
        Err(unsound(database, check))
    }
}

/// Copies all pages of a database in one read transaction, so that writes do not wait, to a new file that is meant for
/// the place `to`. The copy is one file, without other files beside it.
pub(super) fn snapshot(
    source: &Source,
    database: &Path,
    partial: &Path,
    to: &Path,
) -> Result<Connection, BackupError> {
    // An earlier attempt may have been killed.
    remove_copy(partial).map_err(|error| BackupError::file(to, error))?;
    let made = owners().create_new(true).open(partial);
    drop(made.map_err(|error| BackupError::file(to, error))?);
    let failed = |error: rusqlite::Error| unwritten(database, to, &error);
    let mut target = Connection::open(partial).map_err(failed)?;
    {
        let backup = Backup::new(&source.connection, &mut target).map_err(failed)?;
        let mut tries = 0;
        while backup.step(-1).map_err(failed)? != StepResult::Done {
            tries += 1;
            if tries == TRIES {
                return Err(OpenError::Busy(database.to_owned()).into());
            }
            std::thread::sleep(PAUSE);
        }
    }
    target
        .pragma_update(None, "journal_mode", "DELETE")
        .map_err(failed)?;
    Ok(target)
}

/// Returns the error of a failed copy: that of the new file, or that of the database.
fn unwritten(database: &Path, to: &Path, error: &rusqlite::Error) -> BackupError {
    if is_about_room(error) {
        BackupError::Unwritten {
            path: to.to_owned(),
            why: error.to_string(),
        }
    } else {
        explain(database, error).into()
    }
}

/// Removes a copy, with the files that SQLite may have left beside it.
pub(super) fn remove_copy(path: &Path) -> std::io::Result<()> {
    for end in ["", "-journal", "-wal", "-shm"] {
        remove(&beside(path, end))?;
    }
    Ok(())
}

pub(super) fn unsound(path: &Path, why: String) -> BackupError {
    BackupError::Unsound {
        path: path.to_owned(),
        why,
    }
}

/// Makes the backup of this hour in a folder, unless it exists, and removes expired backups. Returns the new backup, if
/// any, and when the next one is due.
///
/// # Errors
///
/// The errors of [`backup`], or if the folder cannot be read or created.
pub fn keep_backups(
    database: &Path,
    folder: &Path,
    retention: Retention,
    now: SystemTime,
) -> Result<(Option<PathBuf>, SystemTime), BackupError> {
    let failed = |source| BackupError::File {
        path: folder.to_owned(),
        source,
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut names = backups_in(folder).map_err(failed)?;
    let this = format!("{BEGINNING}{}{END}", stamp(now));
    let due = !names.iter().any(|name| hour(name) == hour(&this));
    let made = if due {
        let path = folder.join(&this);
        backup(database, &path)?;
        names.insert(this);
        Some(path)
    } else {
        None
    };
    for name in expired(&names, retention) {
        let path = folder.join(name);
        remove(&path).map_err(|source| BackupError::File { path, source })?;
    }
    let since = now
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let next = HOUR.saturating_mul(u32::try_from(since.as_secs() / 3600 + 1).unwrap_or(u32::MAX));
    Ok((made, SystemTime::UNIX_EPOCH + next))
}

/// Returns the names of backups in a folder. Other files there must not be touched.
fn backups_in(folder: &Path) -> std::io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(folder)? {
        if let Ok(name) = entry?.file_name().into_string()
            && hour(&name).is_some()
        {
            names.insert(name);
        }
    }
    Ok(names)
}

/// Returns the names of backups that need not be kept.
fn expired(names: &BTreeSet<String>, retention: Retention) -> Vec<&str> {
    let (mut hours, mut days) = (BTreeSet::new(), BTreeSet::new());
    // Names sort by time, so this order is newest first.
    let newest_first = names.iter().rev().filter_map(|name| {
        let hour = hour(name)?;
        Some((name.as_str(), hour, day(name)?))
    });
    newest_first
        .filter(|(_, hour, day)| {
            let of_hour = hours.insert(*hour) && hours.len() <= retention.hours;
            let of_day = days.insert(*day) && days.len() <= retention.days;
            !(of_hour || of_day)
        })
        .map(|(name, ..)| name)
        .collect()
}

/// Returns the hour in a backup's name, such as `20261122T11`.
fn hour(name: &str) -> Option<&str> {
    let moment = name.strip_prefix(BEGINNING)?.strip_suffix(END)?;
    let fits = moment.len() == "20261122T110000Z".len()
        && moment.bytes().enumerate().all(|(place, byte)| match place {
            8 => byte == b'T',
            15 => byte == b'Z',
            _ => byte.is_ascii_digit(),
        });
    moment.get(..11).filter(|_| fits)
}

/// Returns the day in a backup's name, such as `20261122`.
fn day(name: &str) -> Option<&str> {
    hour(name)?.get(..8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(moments: &[&str]) -> BTreeSet<String> {
        let name = |moment: &&str| format!("anteroom-{moment}Z.db");
        moments.iter().map(name).collect()
    }

    #[test]
    fn the_newest_of_each_hour_and_day_are_kept() {
        let names = named(&[
            "20261120T080000",
            "20261120T230000",
            "20261121T090000",
            "20261121T100000",
            "20261122T090000",
            "20261122T100000",
            "20261122T103000",
        ]);
        let gone = |hours, days| {
            let gone = expired(&names, Retention { hours, days });
            gone.iter()
                .map(|name| name["anteroom-202611".len()..][..7].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            gone(2, 0),
            ["22T1000", "21T1000", "21T0900", "20T2300", "20T0800"]
        );
        assert_eq!(
            gone(0, 2),
            ["22T1000", "22T0900", "21T0900", "20T2300", "20T0800"]
        );
        assert_eq!(gone(1, 3), ["22T1000", "22T0900", "21T0900", "20T0800"]);
        assert!(gone(99, 99).len() == 1, "two of one hour");
    }

    #[test]
    fn only_our_names_are_backups() {
        for name in [
            "anteroom-20261122T110000Z.db",
            "anteroom-00000000T000000Z.db",
        ] {
            assert!(hour(name).is_some(), "{name}");
        }
        for name in [
            "anteroom.db",
            "anteroom-20261122T110000Z.db.partial",
            "anteroom-2026112T1100000Z.db",
            "anteroom-20261122T11000éZ.db",
            "other-20261122T110000Z.db",
        ] {
            assert_eq!(hour(name), None, "{name}");
        }
    }
}
