//! Puts another file in the place of a database, so that a kill at any point leaves the old or the new one, whole.
//!
//! The new file is written under another name. [`commit`] gives it the name that ends in `.restored`: from then on the new
//! database counts. [`settle`] keeps the old files under other names and renames the new one. It is repeated by the
//! next process that locks the database, because a `-wal` file cannot be replaced together with its database.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::place::{beside, remove, sync_folder};

/// The end of the name of a complete new database.
const READY: &str = ".restored";

/// The ends of names of files that SQLite keeps beside a database and that hold some of its contents.
const CONTENTS: [&str; 2] = ["-wal", "-journal"];

/// Whether a replacement was committed and is not settled.
pub(crate) fn is_pending(database: &Path) -> bool {
    beside(database, READY).exists()
}

/// Commits that a file, which is complete and synced to disk, replaces the database. Only for the holder of the lock.
pub(crate) fn commit(fresh: &Path, database: &Path, now: SystemTime) -> io::Result<()> {
    let mut moment = now;
    while kept_name(database, moment).exists() {
        // Two replacements in one second.
        moment += Duration::from_secs(1);
    }
    // The name of the old database follows from this moment, also in a process that settles later.
    let file = File::options().write(true).open(fresh)?;
    file.set_modified(moment)?;
    file.sync_all()?;
    std::fs::rename(fresh, beside(database, READY))?;
    sync_folder(database)
}

/// Completes a committed replacement. Returns the new name of the old database, if there was one. Only for the holder of
/// the lock.
pub(crate) fn settle(database: &Path) -> io::Result<Option<PathBuf>> {
    let ready = beside(database, READY);
    let moment = match std::fs::metadata(&ready) {
        Ok(ready) => ready.modified()?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let kept = database.exists().then(|| kept_name(database, moment));
    if let Some(kept) = &kept {
        keep(database, kept)?;
        for end in CONTENTS {
            let other = beside(database, end);
            // The last turns may be in the `-wal` file, if a reader prevented the checkpoint.
            if std::fs::metadata(&other).is_ok_and(|other| other.len() > 0) {
                keep(&other, &beside(kept, end))?;
            }
        }
        sync_folder(database)?;
    }
    // SQLite would take them for files of the new database.
    for end in ["-wal", "-shm", "-journal"] {
        remove(&beside(database, end))?;
    }
    std::fs::rename(&ready, database)?;
    sync_folder(database)?;
    Ok(kept)
}

/// Returns the name under which the database of this moment is kept.
fn kept_name(database: &Path, moment: SystemTime) -> PathBuf {
    beside(database, format!(".before-{}", stamp(moment)))
}

/// Formats a moment for file names: `20261122T110000Z`.
pub(crate) fn stamp(moment: SystemTime) -> String {
    humantime::format_rfc3339_seconds(moment)
        .to_string()
        .replace(['-', ':'], "")
}

/// Gives a file a second name, or copies it if the file system has no links. Does nothing if the name exists.
fn keep(path: &Path, name: &Path) -> io::Result<()> {
    match std::fs::hard_link(path, name) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(_) => {
            let partial = beside(name, ".partial");
            std::fs::copy(path, &partial)?;
            File::open(&partial)?.sync_all()?;
            std::fs::rename(partial, name)
        }
    }
}
