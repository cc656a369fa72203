use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use clap::Args;
use serde_json::json;

use super::made_file::MadeFile;
use super::rules::{print, progress};
use crate::ops::failure::Failure;
use crate::search;

/// The arguments of `anteroom fit`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Where to write the numbers, as they stand in `assets/connect-n-9x7-5.network`
    file: PathBuf,
    /// How many games to play for it
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How many games are played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Decides which games are played
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Arguments {
    /// Plays the games, writes what was fitted to them and prints how well it fits; says on stderr how far it is.
    pub(super) fn run(self) -> Result<(), Failure> {
        let (games, jobs) = (self.games, u32::from(self.jobs));
        let file = MadeFile::at(self.file)?;
        let all = AtomicU32::new(0);
        let progress = |_| {
            let played = all.fetch_add(1, Ordering::Relaxed) + 1;
            if played.is_multiple_of(1_000) {
                progress(&format!("{played} of {games}"));
            }
        };
        let play = |job| {
            let of_this_job = (0..games).filter(move |game| game % jobs == job);
            search::play_for_fit(of_this_job, self.seed, progress)
        };
        let played = thread::scope(|scope| {
            let jobs: Vec<_> = (0..jobs)
                .map(|job| scope.spawn(move || play(job)))
                .collect();
            let played = jobs.into_iter().map(|job| job.join());
            played.collect::<Result<Vec<_>, _>>()
        });
        let played = played.map_err(|_| Failure::Fault(String::from("A game panicked.")))?;
        let fit = search::fit(&played, self.seed);
        file.write(&fit.file)?;
        print(&json!({
            "games": games,
            "positions": fit.positions,
            "loss": fit.loss,
            "loss_elsewhere": fit.loss_elsewhere,
        }))
    }
}
