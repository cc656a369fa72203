use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::search;

/// The arguments of `anteroom book`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Where to write it
    file: PathBuf,
}

impl Arguments {
    /// Makes the book and writes it; says on stderr how far it is.
    pub(super) fn run(self) -> Result<(), Failure> {
        let book = search::make_book(|done, all| eprintln!("{done} of {all}"));
        fs::write(&self.file, book)
            .map_err(|error| Failure::of(format!("{}: {error}", self.file.display())))
    }
}
