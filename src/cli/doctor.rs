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
        if self.repair {
            db::repair(&database, &HOOKS, now).map_err(failed)?;
        }
        let Examination { events, findings } =
            db::examine(&database, &HOOKS, now).map_err(failed)?;
        let database = database.display();
        if findings.is_empty() {
            return print_lines(&[format!(
                "{database} is sound: {events} events, and everything that is folded from them is as it should be."
            )]);
        }
        print_lines(&findings)?;
        let advice = if self.repair {
            "Restore a backup, or go on without these matches: events are never changed."
        } else {
            "`anteroom doctor --repair` rebuilds lists, alarms and indices; for anything else, restore a backup."
        };
        Err(Failure::Fault(format!(
            "{database}: {} findings. {advice}",
            findings.len()
        )))
    }
}
