use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Failure;
use super::made_file::MadeFile;
use super::rules::print;
use crate::search;

/// The arguments of `anteroom fit`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Where to write the numbers, as they stand in `assets/connect-n-9x7-5.weights`
    file: PathBuf,
    /// How many games to play for it
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Decides which games are played
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Arguments {
    /// Plays the games, writes what was fitted to them and prints how well it fits; says on stderr how far it is.
    pub(super) fn run(self) -> Result<(), Failure> {
        let games = self.games;
        let file = MadeFile::at(self.file)?;
        let fit = search::fit(games, self.seed, |played| {
            if played.is_multiple_of(100) {
                eprintln!("{played} of {games}");
            }
        });
        file.write(&fit.file)?;
        print(&json!({
            "games": games,
            "positions": fit.positions,
            "loss": fit.loss,
            "loss_elsewhere": fit.loss_elsewhere,
        }))
    }
}
