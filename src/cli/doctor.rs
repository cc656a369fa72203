use std::time::SystemTime;

use clap::Args;

use super::rules::print_lines;
use super::which::{Which, failed};
use crate::db;
use crate::db::Examination;
use crate::features::HOOKS;
use crate::ops::failure::Failure;

/// The arguments of `anteroom doctor`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Rebuild lists, alarms and indices from the events, while no bot runs. Back up the file first
    #[arg(long)]
    repair: bool,
}

impl Arguments {
    /// Prints the problems of the database. Exit code 0: none left; 1: problems; 2: it was not checked.
    pub(super) fn run(self) -> Result<(), Failure> {
        let database = self.which.path()?;
        let now = SystemTime::now().into();
        let (mut lines, left) = if self.repair {
            let [before, after] = db::repair(&database, &HOOKS, now).map_err(failed)?;
            let mut lines = said(&before);
            if !before.findings.is_empty() {
                lines.push(String::from("After the repair:"));
                lines.extend(said(&after));
            }
            (lines, after)
        } else {
            let found = db::examine(&database, &HOOKS, now).map_err(failed)?;
            (said(&found), found)
        };
        let number = left.findings.len();
        if number == 0 {
            lines.push(format!(
                "{} is sound: {} events, and everything that is folded from them is as it should be.",
                database.display(),
                left.events
            ));
        }
        print_lines(&lines)?;
        match number {
            0 => Ok(()),
            number => Err(Failure::Fault(format!(
                "{}: {number} findings. {}",
                database.display(),
                advice(&left, self.repair)
            ))),
        }
    }
}

fn said(found: &Examination) -> Vec<String> {
    found.findings.iter().map(ToString::to_string).collect()
}

fn advice(left: &Examination, repaired: bool) -> &'static str {
    if !repaired && left.findings.iter().any(|finding| !finding.is_lasting()) {
        "`anteroom doctor --repair` mends what is not events; make a copy of the file before."
    } else {
        "What events say is never changed: restore a backup, or go on without these matches."
    }
}
