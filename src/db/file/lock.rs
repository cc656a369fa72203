use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::place::{beside, resolve};
use super::replacement;
use super::rights::owners;
use crate::db::OpenError;

/// A lock that ends with the process, even if the process is killed.
///
/// Dropping it unlocks explicitly. Closing the file is not enough while a forked child of this process, before `exec`,
/// holds it.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    database: PathBuf,
}

impl Lock {
    /// Returns the path of the database without symbolic links.
    pub(crate) fn database(&self) -> &Path {
        &self.database
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, the lock ends with the process.
        let _ = self.file.unlock();
    }
}

/// Locks a database by a separate file, because SQLite locks the database file itself. Completes a restore that was
/// killed.
///
/// The lock file is beside the file that all symbolic links lead to, so each of its names has the same lock.
pub(crate) fn lock(path: &Path) -> Result<Lock, OpenError> {
    let failed = |source| OpenError::Lock {
        path: path.to_owned(),
        source,
    };
    let database = resolve(path).map_err(failed)?;
    let file = owners()
        .create(true)
        .open(beside(&database, ".lock"))
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    }
    let lock = Lock { file, database };
    if let Some(kept) = replacement::settle(&lock.database).map_err(failed)? {
        tracing::warn!(kept = %kept.display(), "completed a restore that was interrupted");
    }
    only_name(path)?;
    Ok(lock)
}

/// Refuses a file with several names (hard links): each of them would have its own `-wal` file and its own lock.
pub(crate) fn only_name(path: &Path) -> Result<(), OpenError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let file = std::fs::metadata(path);
        if file.is_ok_and(|file| file.is_file() && file.nlink() > 1) {
            return Err(OpenError::Linked(path.to_owned()));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
