use std::fs::{self, OpenOptions};
use std::path::PathBuf;

use crate::ops::failure::Failure;

/// A file that is written when long work is done.
pub(super) struct MadeFile {
    path: PathBuf,
}

impl MadeFile {
    /// Finds out before the work whether the file can be written. What it has already is left as it is.
    pub(super) fn at(path: PathBuf) -> Result<Self, Failure> {
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.map_err(|error| Failure::of(format!("{}: {error}", path.display())))?;
        Ok(Self { path })
    }

    /// Writes what was made.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        fs::write(&self.path, bytes)
            .map_err(|error| Failure::fault(format!("{}: {error}", self.path.display())))
    }
}
