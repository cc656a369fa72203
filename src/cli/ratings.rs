use std::time::SystemTime;

use clap::{Args, Subcommand};

use super::rules::print_lines;
use super::which::{Which, failed};
use crate::db::ratings::{self, NotAnnulled};
use crate::features::HOOKS;
use crate::matches::MatchId;
use crate::ops::failure::Failure;

/// The arguments of `anteroom ratings`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Recompute all ratings from the events of the matches, while no bot runs on the database
    Rebuild,
    /// Remove a finished match from the ratings, while no bot runs on the database
    Annul {
        /// The number of the match
        id: u64,
    },
}

impl Arguments {
    pub(super) fn run(self) -> Result<(), Failure> {
        let database = self.which.path()?;
        let line = match self.what {
            What::Rebuild => {
                let rebuilt = ratings::rebuild_ratings(&database, &HOOKS).map_err(failed)?;
                let same = if rebuilt.unchanged {
                    "They are as they were, bit for bit."
                } else {
                    "They were not the same before."
                };
                format!(
                    "{} ratings were computed from {} rated matches. {same}",
                    rebuilt.ratings, rebuilt.matches
                )
            }
            What::Annul { id } => {
                let now = SystemTime::now().into();
                let annulled = ratings::annul(&database, &HOOKS, MatchId(id), now);
                annulled.map_err(|error| match error {
                    NotAnnulled::Refused(why) => Failure::Refused(why),
                    NotAnnulled::Open(error) => failed(error),
                })?;
                format!("Match {id} no longer counts for ratings. What followed was recomputed.")
            }
        };
        print_lines(&[line])
    }
}
