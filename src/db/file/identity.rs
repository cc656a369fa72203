use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::db::DatabaseLost;

/// Which file a database is, however its name is used later.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    path: PathBuf,
    number: Option<Number>,
}

/// Device and inode. Where there are none, only whether the file is there is known.
type Number = (u64, u64);

impl Identity {
    /// The file that has this name now.
    pub(crate) fn of(path: &Path) -> std::io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            number: number(&fs::metadata(path)?),
        })
    }

    /// The name that the file had.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the name is still this file's. What is written goes to the old file otherwise, where nobody finds it.
    pub(crate) fn check(&self) -> Result<(), DatabaseLost> {
        match fs::metadata(&self.path) {
            Ok(now) if number(&now) == self.number => Ok(()),
            Ok(_) => Err(DatabaseLost::Replaced(self.path.clone())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(DatabaseLost::Replaced(self.path.clone()))
            }
            // A folder that cannot be looked into for a moment says nothing about the file.
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
