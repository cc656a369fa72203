use std::fs::{self, OpenOptions};
use std::path::PathBuf;

use crate::ops::failure::Failure;

/// A file that is written at the end of long work.
pub(super) struct MadeFile {
    path: PathBuf,
}

impl MadeFile {
    /// Checks before the work that the file can be written. Existing content stays.
    pub(super) fn at(path: PathBuf) -> Result<Self, Failure> {
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.map_err(|error| Failure::of(format!("{}: {error}", path.display())))?;
        Ok(Self { path })
    }

    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        fs::write(&self.path, bytes)
            .map_err(|error| Failure::fault(format!("{}: {error}", self.path.display())))
    }
}
