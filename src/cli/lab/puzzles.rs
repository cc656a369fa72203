use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::{Args, Subcommand};

use crate::cli::requests;
use crate::cli::start::Start;
use crate::ops::failure::Failure;
use crate::search::{MOST_TURNS, Making, puzzles_of_a_game};

/// The arguments of `lab puzzles`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make puzzles from games of a computer against itself, and print them, one a line
    Make(Make),
}

#[derive(Debug, Args)]
struct Make {
    /// The game, for example connect-n
    game: String,
    /// An option of the game; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The position text with which the games begin, instead of the start
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    from: Option<String>,
    /// How many puzzles
    #[arg(long, default_value_t = 40)]
    count: usize,
    /// Decides the games: the same seed gives the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at most
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// How many nodes the computer looks at for a turn
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    strength: u64,
    /// How many turns at the beginning of each game are made by chance
    #[arg(long, default_value_t = 4)]
    random: usize,
    /// The number of turns after which an unfinished game is abandoned
    #[arg(long, default_value_t = 400)]
    longest: usize,
    /// The fewest turns within which a puzzle is won
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_TURNS)))]
    least: u32,
    /// The most turns within which a puzzle is won
    #[arg(long, default_value_t = MOST_TURNS, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_TURNS)))]
    most: u32,
    /// How many nodes a proof may take
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

impl Arguments {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self.what {
            What::Make(make) => make.run(),
        }
    }
}

impl Make {
    fn run(self) -> Result<(), Failure> {
        let options = self.set.join(",");
        let start = Start {
            game: self.game,
            set: self.set,
            from: self.from,
        };
        let game = start.find()?.game;
        let from = start.from.as_deref();
        let mut out = io::stdout().lock();
        let mut known = BTreeSet::new();
        for number in 0..self.games {
            let making = Making {
                seed: self.seed.wrapping_add(number),
                strength: self.strength,
                random: self.random,
                longest: self.longest,
                least: self.least,
                most: self.most,
                nodes: self.nodes,
            };
            let found = puzzles_of_a_game(game, &options, from, making).map_err(Failure::of)?;
            for puzzle in found {
                if known.len() < self.count && known.insert(puzzle.position.clone()) {
                    let written = writeln!(out, "{puzzle}").and_then(|()| out.flush());
                    if let Err(error) = written {
                        return requests::closed_pipe(error);
                    }
                }
            }
            if known.len() >= self.count {
                break;
            }
        }
        Ok(())
    }
}
