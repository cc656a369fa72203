use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::rights::owners;
use crate::db::OpenError;

/// A lock that ends with the process, even if the process is killed.
///
/// Dropping it unlocks explicitly. Closing the file is not enough while a forked child of this process, before `exec`,
/// holds it.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, the lock ends with the process.
        let _ = self.0.unlock();
    }
}

/// Locks a database by a separate file, because SQLite locks the database file itself.
pub(crate) fn lock(path: &Path) -> Result<Lock, OpenError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let failed = |source| OpenError::Lock {
        path: path.to_owned(),
        source,
    };
    let file = owners()
        .create(true)
        .open(PathBuf::from(beside))
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}
