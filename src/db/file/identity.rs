use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::place::resolve;
use crate::db::DatabaseLost;

/// The identity of a database file, even if its path later names another file.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    path: PathBuf,
    real: PathBuf,
    number: Option<Number>,
}

/// Device and inode. Without them, only the existence of the file is checked.
type Number = (u64, u64);

impl Identity {
    /// Returns the identity of the file at a path.
    pub(crate) fn of(path: &Path) -> std::io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            real: resolve(path)?,
            number: number(&fs::metadata(path)?),
        })
    }

    /// Returns the path that the file had.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path without symbolic links, beside which SQLite keeps its other files.
    pub(crate) fn real(&self) -> &Path {
        &self.real
    }

    /// Checks that the path still names this file. Otherwise writes go to the old file, where nobody finds them.
    pub(crate) fn check(&self) -> Result<(), DatabaseLost> {
        match fs::metadata(&self.path) {
            Ok(now) if number(&now) == self.number => Ok(()),
            Ok(_) => Err(DatabaseLost::Replaced(self.path.clone())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(DatabaseLost::Replaced(self.path.clone()))
            }
            // A folder that is unreadable for a moment says nothing about the file.
            Err(_) => Ok(()),
        }
    }
}

#[cfg(unix)]
fn number(file: &Metadata) -> Option<Number> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<Number> {
    None
}
