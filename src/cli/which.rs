use std::path::PathBuf;

use clap::Args;

use crate::config::{Config, FILE_VARIABLE};
use crate::db::OpenError;
use crate::ops::failure::Failure;

/// Which database is meant.
#[derive(Debug, Args)]
pub(super) struct Which {
    /// The configuration file that names the database. By default config.toml, if it exists
    #[arg(long, value_name = "FILE", env = FILE_VARIABLE, global = true)]
    config: Option<PathBuf>,
    /// The database, instead of the one in the configuration
    #[arg(long, value_name = "FILE", global = true)]
    database: Option<PathBuf>,
}

impl Which {
    pub(super) fn path(self) -> Result<PathBuf, Failure> {
        match self.database {
            Some(database) => Ok(database),
            None => Config::load(self.config.as_deref())
                .map(|config| config.database)
                .map_err(Failure::of),
        }
    }
}

/// Converts the error of an unusable database. Damage is a fault; the operator can fix the rest.
pub(super) fn failed(error: OpenError) -> Failure {
    match error {
        OpenError::Damaged { .. } | OpenError::Busy(_) | OpenError::NoRoom { .. } => {
            Failure::fault(error)
        }
        error => Failure::of(error),
    }
}
