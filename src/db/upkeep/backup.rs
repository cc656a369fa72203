use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::doctor::{Examination, examine_copy, is_older, opened};
use crate::db::OpenError;
use crate::db::file::lock::lock;
use crate::db::file::rights::owners;
use crate::db::hooks::Hooks;
use crate::db::open::explain;

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
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let partial = beside(to, ".partial");
    let file = |path: &Path| {
        let path = path.to_owned();
        move |source| BackupError::File { path, source }
    };
    // An earlier attempt may have been killed.
    remove(&partial).map_err(file(&partial))?;
    let made = owners().create_new(true).open(&partial);
    drop(made.map_err(file(&partial))?);
    let copied = copy(database, &partial).and_then(|()| {
        let written = File::open(&partial).and_then(|partial| {
            partial.sync_all()?;
            partial.metadata()
        });
        Ok(written.map_err(file(&partial))?.len())
    });
    let size = match copied {
        Ok(size) => size,
        Err(error) => {
            // The partial file is useless. The first error matters more than that of the removal.
            let _ = remove(&partial);
            return Err(error);
        }
    };
    std::fs::rename(&partial, to).map_err(file(to))?;
    sync_folder(to).map_err(file(to))?;
    Ok(size)
}

/// Copies all pages in one read transaction, so that writes do not wait.
fn copy(database: &Path, to: &Path) -> Result<(), BackupError> {
    let failed = |error: rusqlite::Error| BackupError::Database(explain(database, &error));
    let source = opened(database)?;
    let mut target = Connection::open(to).map_err(failed)?;
    {
        let backup = Backup::new(&source, &mut target).map_err(failed)?;
        let mut tries = 0;
        while backup.step(-1).map_err(failed)? != StepResult::Done {
            tries += 1;
            if tries == TRIES {
                return Err(BackupError::Database(OpenError::Other {
                    path: database.to_owned(),
                    why: String::from("other programs keep it locked"),
                }));
            }
            std::thread::sleep(PAUSE);
        }
    }
    // A backup is one file, without other files beside it.
    target
        .pragma_update(None, "journal_mode", "DELETE")
        .map_err(failed)?;
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
        Err(BackupError::Unsound {
            path: database.to_owned(),
            why: check,
        })
    }
}

/// Checks a backup: its pages, its matches and its projections. For a backup of an older version, checks only its
/// pages, because the bot upgrades it at startup.
///
/// # Errors
///
/// If the backup is not Anteroom's, comes from a newer version, or is not sound.
pub fn check_backup(backup: &Path, hooks: &Hooks) -> Result<Examination, BackupError> {
    if is_older(backup)? {
        let connection = opened(backup)?;
        let check: String = connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|error| explain(backup, &error))?;
        return if check == "ok" {
            Ok(Examination::default())
        } else {
            Err(unsound(backup, check))
        };
    }
    let found = examine_copy(backup, hooks)?;
    match found.findings.first() {
        None => Ok(found),
        Some(finding) => Err(unsound(backup, finding.to_string())),
    }
}

fn unsound(path: &Path, why: String) -> BackupError {
    BackupError::Unsound {
        path: path.to_owned(),
        why,
    }
}

/// Replaces a database on which no bot runs with a backup. Keeps the old database under a name that ends with the moment,
/// and returns that name.
///
/// If the process is killed at any point, either the old or the new database is in place, whole.
///
/// # Errors
///
/// If a bot runs on the database, the backup is not sound, or a file cannot be written.
pub fn restore(
    backup: &Path,
    database: &Path,
    hooks: &Hooks,
    now: SystemTime,
) -> Result<Option<PathBuf>, BackupError> {
    let file = |path: &Path| {
        let path = path.to_owned();
        move |source| BackupError::File { path, source }
    };
    let _lock = lock(database)?;
    let fresh = beside(database, ".restoring");
    remove(&fresh).map_err(file(&fresh))?;
    drop(
        owners()
            .create_new(true)
            .open(&fresh)
            .map_err(file(&fresh))?,
    );
    let copied = std::fs::copy(backup, &fresh)
        .and_then(|_| File::open(&fresh)?.sync_all())
        .map_err(file(backup));
    if let Err(error) = copied {
        let _ = remove(&fresh);
        return Err(error);
    }
    // The copy is checked, not the backup, because the bot will run on the copy.
    let checked = check_backup(&fresh, hooks).map_err(|error| match error {
        BackupError::Unsound { why, .. } => unsound(backup, why),
        error => error,
    });
    for end in ["-wal", "-shm"] {
        let name = beside(&fresh, end);
        remove(&name).map_err(file(&name))?;
    }
    if let Err(error) = checked {
        let _ = remove(&fresh);
        return Err(error);
    }
    let aside = database
        .exists()
        .then(|| beside(database, &format!(".before-{}", stamp(now))));
    if let Some(aside) = &aside {
        // The last turns may be in the `-wal` file. If the checkpoint fails, that file is kept as well.
        if let Ok(old) = opened(database) {
            let _ = old.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
        link_or_copy(database, aside).map_err(file(aside))?;
        let wal = beside(database, "-wal");
        if std::fs::metadata(&wal).is_ok_and(|wal| wal.len() > 0) {
            let kept = beside(aside, "-wal");
            link_or_copy(&wal, &kept).map_err(file(&kept))?;
        }
        // SQLite would take them for files of the new database.
        for end in ["-wal", "-shm"] {
            let name = beside(database, end);
            remove(&name).map_err(file(&name))?;
        }
    }
    std::fs::rename(&fresh, database).map_err(file(database))?;
    sync_folder(database).map_err(file(database))?;
    Ok(aside)
}

/// Gives a file a second name, or copies it if the file system has no links.
fn link_or_copy(path: &Path, name: &Path) -> std::io::Result<()> {
    std::fs::hard_link(path, name).or_else(|_| std::fs::copy(path, name).map(drop))
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

/// Formats a moment for file names: `20261122T110000Z`.
fn stamp(now: SystemTime) -> String {
    humantime::format_rfc3339_seconds(now)
        .to_string()
        .replace(['-', ':'], "")
}

/// Appends a suffix to a file's name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Syncs the folder of a new file to disk.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    #[cfg(unix)]
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
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
