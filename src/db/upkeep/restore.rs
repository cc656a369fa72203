//! Checks backups and puts them in the place of a database.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::backup::{BackupError, remove_copy, snapshot, unsound};
use super::checkpoint::checkpoint;
use super::doctor::{Examination, examine_copy, opened};
use super::source::{Scratch, Source};
use crate::db::file::lock::lock;
use crate::db::file::place::{beside, resolve};
use crate::db::file::replacement::{commit, settle};
use crate::db::hooks::Hooks;
use crate::db::open::explain;

/// Checks a backup, with the contents of a `-wal` file beside it: its pages, its matches and its projections. For a backup
/// of an older version, checks only its pages, because the bot upgrades it at startup. Changes no file.
///
/// # Errors
///
/// If the backup is not Anteroom's, comes from a newer version, or is not sound.
pub fn check_backup(backup: &Path, hooks: &Hooks) -> Result<Examination, BackupError> {
    let source = Source::open(backup, &Scratch::elsewhere())?;
    let moment = source.connection.unchecked_transaction();
    let moment = moment.map_err(|error| explain(backup, &error))?;
    let found = examine_copy(backup, &moment, hooks);
    source.was_still(backup)?;
    sound(backup, found?)
}

/// Returns an examination without findings.
fn sound(backup: &Path, found: Examination) -> Result<Examination, BackupError> {
    match found.findings.first() {
        None => Ok(found),
        Some(finding) => Err(unsound(backup, finding.clone())),
    }
}

/// Replaces a database on which no bot runs with a backup, to which the contents of a `-wal` file beside it belong. The
/// backup stays as it is, and may be in use. Keeps the old database under a name that ends with the moment, and returns
/// that name.
///
/// If the process is killed at any point, either the old or the new database is in place, whole, as soon as the next
/// process has locked it.
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
    let lock = lock(database)?;
    let real = lock.database();
    if resolve(backup).is_ok_and(|backup| backup == real) {
        return Err(BackupError::Itself(backup.to_owned()));
    }
    let file = |error| BackupError::file(database, error);
    let fresh = beside(real, ".restoring");
    let copied = Source::open(backup, &beside(real, ".reading"))
        .map_err(BackupError::from)
        .and_then(|source| {
            let copy = snapshot(&source, backup, &fresh, database)?;
            source.was_still(backup)?;
            // The copy is checked, not the backup, because the bot will run on the copy.
            sound(backup, examine_copy(backup, &copy, hooks)?)?;
            drop(copy);
            File::open(&fresh)
                .and_then(|fresh| fresh.sync_all())
                .map_err(file)
        });
    if let Err(error) = copied {
        let _ = remove_copy(&fresh);
        return Err(error);
    }
    // Otherwise the last turns are kept in a `-wal` file of their own.
    if let Ok(old) = opened(database, real) {
        let _ = checkpoint(&old);
    }
    commit(&fresh, real, now).map_err(file)?;
    settle(real).map_err(file)
}
