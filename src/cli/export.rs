use std::io::Write;
use std::time::SystemTime;

use clap::Args;

use super::requests::closed_pipe;
use super::which::{Which, failed};
use crate::db;
use crate::features::records;
use crate::features::records::formats::Source;
use crate::ops::failure::Failure;

/// The arguments of `anteroom export`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// All finished matches, except those of people who are unlisted
    #[arg(long, required = true)]
    finished: bool,
}

impl Arguments {
    /// Writes an APGameRecord on each line.
    pub(super) fn run(self) -> Result<(), Failure> {
        let database = self.which.path()?;
        let now = SystemTime::now().into();
        let mut out = std::io::stdout().lock();
        let mut written = Ok(());
        let unreadable = db::each_finished(&database, |state, events, names| {
            let source = Source {
                state,
                events,
                names,
                now,
                // Notes are private.
                notes: &[],
                extras: None,
            };
            match records::formats::line(&source) {
                Ok(line) => {
                    written = out.write_all(line.as_bytes());
                    written.is_ok()
                }
                // A match without a result has no record.
                Err(_) => true,
            }
        })
        .map_err(failed)?;
        written.and_then(|()| out.flush()).or_else(closed_pipe)?;
        if unreadable.is_empty() {
            return Ok(());
        }
        let numbers: Vec<_> = unreadable.iter().map(ToString::to_string).collect();
        Err(Failure::Fault(format!(
            "These matches cannot be read by this version, and were left out: {}.",
            numbers.join(", ")
        )))
    }
}
