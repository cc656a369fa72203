use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;

use super::rules::print_lines;
use super::which::{Which, failed};
use crate::db;
use crate::db::BackupError;
use crate::features::HOOKS;
use crate::ops::failure::Failure;

/// The arguments of `anteroom backup`.
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The file to write; it must not exist
    file: PathBuf,
    #[command(flatten)]
    which: Which,
}

impl Backup {
    /// Copies the database, also while a bot runs on it.
    pub(super) fn run(self) -> Result<(), Failure> {
        let database = self.which.path()?;
        let size = db::backup(&database, &self.file).map_err(failure)?;
        print_lines(&[format!(
            "{} is a sound copy of {}: {size} bytes.",
            self.file.display(),
            database.display()
        )])
    }
}

/// The arguments of `anteroom restore`.
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// The backup
    file: PathBuf,
    /// Only check the backup: its pages, its matches and all lists. Changes no file
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    which: Which,
}

impl Restore {
    /// Replaces the database with a backup, or only checks the backup.
    pub(super) fn run(self) -> Result<(), Failure> {
        let file = self.file.display();
        if self.check {
            let found = db::check_backup(&self.file, &HOOKS).map_err(failure)?;
            return print_lines(&[match found.events {
                0 => format!("{file} is sound."),
                events => {
                    format!("{file} is sound: {events} events, and all matches can be played on.")
                }
            }]);
        }
        let database = self.which.path()?;
        let aside =
            db::restore(&self.file, &database, &HOOKS, SystemTime::now()).map_err(failure)?;
        let mut lines = vec![format!(
            "{file} is in the place of {} now.",
            database.display()
        )];
        lines.extend(aside.map(|aside| format!("What was there before is {}.", aside.display())));
        print_lines(&lines)
    }
}

fn failure(error: BackupError) -> Failure {
    match error {
        BackupError::Database(error) => failed(error),
        BackupError::Exists(_) | BackupError::Itself(_) => Failure::of(error),
        error => Failure::fault(error),
    }
}
