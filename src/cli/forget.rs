use std::time::SystemTime;

use clap::Args;

use super::rules::print_lines;
use super::run::runtime;
use super::which::{Which, failed};
use crate::db;
use crate::db::Scrubbed;
use crate::features;
use crate::features::privacy::service::delete_offline;
use crate::matches::UserId;
use crate::ops::failure::Failure;

/// The arguments of `anteroom forget`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// The person's Discord id
    id: u64,
}

impl Arguments {
    /// Deletes all data of a person.
    pub(super) fn run(self) -> Result<(), Failure> {
        let database = self.which.path()?;
        // Opening it would create it.
        db::is_there(&database).map_err(failed)?;
        let user = UserId(self.id);
        let runtime = runtime()?;
        let scrubbed = runtime.block_on(async {
            let store = features::open(&database).map_err(failed)?;
            delete_offline(&store, user, SystemTime::now().into())
                .await
                .map_err(Failure::fault)
        })?;
        if scrubbed != Scrubbed::Clean {
            return Err(Failure::fault(
                "The person's data is deleted, but traces of it are still in the database's files, because another program (Litestream?) keeps reading them. End that program and run this command again, or start the bot, which overwrites them when it can.",
            ));
        }
        print_lines(&[String::from(
            "Done. Nothing of this person is left in the database. Backups made before still have it.",
        )])
    }
}
