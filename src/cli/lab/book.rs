use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::made_file::MadeFile;
use crate::cli::rules::{print, progress};
use crate::ops::failure::Failure;
use crate::search;

/// The arguments of `lab book`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Where to write it
    #[arg(required_unless_present = "check")]
    file: Option<PathBuf>,
    /// Compare this many positions of the book's last layer with our own solver instead of making a book
    #[arg(long, value_name = "POSITIONS", conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..))]
    check: Option<u32>,
    /// Decides which positions are compared
    #[arg(long, default_value_t = 0, requires = "check")]
    seed: u64,
    /// How many nodes a position may take
    #[arg(long, default_value_t = 1_000_000_000, requires = "check")]
    nodes: u64,
}

impl Arguments {
    /// Makes and writes the book, or checks the existing one. Reports progress on stderr.
    pub(super) fn run(self) -> Result<(), Failure> {
        if let Some(positions) = self.check {
            return check(positions, self.seed, self.nodes);
        }
        let Some(file) = self.file else {
            return Err(Failure::of("Say where to write the book."));
        };
        let file = MadeFile::at(file)?;
        file.write(&search::make_book(|done, all| {
            progress(&format!("{done} of {all}"));
        }))
    }
}

/// Checks the book and prints the result. A wrong book is a fault.
fn check(positions: u32, seed: u64, nodes: u64) -> Result<(), Failure> {
    let found = search::check_book(positions as usize, seed, nodes, |so_far| {
        let done = so_far.decided + so_far.undecided;
        if done.is_multiple_of(16) {
            progress(&format!("{done} of {positions}"));
        }
    });
    print(&json!({
        "decided": found.decided,
        "undecided": found.undecided,
        "wrong": found.wrong,
    }))?;
    if found.wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure::Fault(format!(
            "The book is wrong of {} positions.",
            found.wrong.len()
        )))
    }
}
