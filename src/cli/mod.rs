//! The command line. Each subcommand has a file with its arguments and `run`.
//!
//! An error is one line on stderr and exit code 2. A closed pipe is no error: output goes through `rules::print` and
//! its neighbours, because `println!` and `eprintln!` panic there.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod backup;
mod check_config;
mod doctor;
mod export;
mod forget;
mod gallery;
mod healthcheck;
pub mod lab;
mod perft;
mod ratings;
mod record;
mod reference;
mod render;
mod replay;
mod requests;
mod rules;
mod run;
#[cfg(feature = "sandbox")]
mod sandbox;
mod start;
mod think;
mod which;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::bot::command_list;
use crate::ops::failure::Failure;
use rules::print_lines;

/// The notices of the program: authors and licences of its parts.
const NOTICES: [&str; 4] = [
    include_str!("../../NOTICE.md"),
    include_str!("../../assets/fonts-NOTICE.md"),
    include_str!("../../assets/connect-four-NOTICE.md"),
    include_str!("../../assets/licences.txt"),
];

/// Play-by-post board games in Discord.
#[derive(Debug, Parser)]
#[command(name = "anteroom", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot on Discord, configured by config.toml and the environment (the default)
    Run(run::Arguments),
    /// Try everything on this machine: a small Discord with the bot in it, and a page to play on
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::Arguments),
    /// Print a position of a game as JSON: whose turn it is, the legal steps, the result
    Rules(rules::Arguments),
    /// Count the sequences of steps from a position
    Perft(perft::Arguments),
    /// Search for the best turn in a position, as a computer opponent does, and print it with its value as JSON
    Think(think::Arguments),
    /// Write the picture of a position as a PNG file
    Render(render::Arguments),
    /// Write an animation of a match as a GIF file
    Replay(replay::Arguments),
    /// Write pictures of every game in every theme, and a sheet of some of them
    Gallery(gallery::Arguments),
    /// Print every command of the bot with its options, as in docs/commands.md
    Commands,
    /// Print every command of this program with its arguments, as docs/cli.md has them
    #[command(hide = true)]
    Cli,
    /// Check the configuration and print every setting as the bot would use it
    CheckConfig(check_config::Arguments),
    /// Ask the running bot if it is well; needs monitor.listen
    Healthcheck(healthcheck::Arguments),
    /// Check a database, also while the bot runs on it
    Doctor(doctor::Arguments),
    /// Copy the database into a new file, also while the bot runs on it
    Backup(backup::Backup),
    /// Replace the database with a backup while no bot runs on it; the old database is kept
    Restore(backup::Restore),
    /// Convert and check records of matches
    Record(record::Arguments),
    /// Print matches as records for other programs, also while the bot runs
    Export(export::Arguments),
    /// Delete a person's data, while no bot runs on the database
    Forget(forget::Arguments),
    /// Recompute the ratings, or remove a match from them
    Ratings(ratings::Arguments),
    /// Print the notices and licences of everything in this program
    Licences,
}

/// Parses the arguments of the process and runs the command.
pub fn main() -> ExitCode {
    let cli: Cli = match parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    finish(
        match cli
            .command
            .unwrap_or(Command::Run(run::Arguments::default()))
        {
            Command::Run(arguments) => arguments.run(),
            #[cfg(feature = "sandbox")]
            Command::Sandbox(arguments) => arguments.run(),
            Command::Rules(arguments) => arguments.run(),
            Command::Perft(arguments) => arguments.run(),
            Command::Think(arguments) => arguments.run(),
            Command::Render(arguments) => arguments.run(),
            Command::Replay(arguments) => arguments.run(),
            Command::Gallery(arguments) => arguments.run(),
            Command::CheckConfig(arguments) => arguments.run(),
            Command::Healthcheck(arguments) => arguments.run(),
            Command::Doctor(arguments) => arguments.run(),
            Command::Backup(arguments) => arguments.run(),
            Command::Restore(arguments) => arguments.run(),
            Command::Ratings(arguments) => arguments.run(),
            Command::Licences => print_lines(&NOTICES.map(str::to_owned)),
            Command::Commands => print_lines(&command_list::lines()),
            Command::Cli => print_lines(&reference::lines()),
            Command::Record(arguments) => arguments.run(),
            Command::Forget(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
        },
    )
}

/// Parses the arguments of the process. The error is the exit code if there is no command to run.
fn parse<T: Parser>() -> Result<T, ExitCode> {
    T::try_parse().map_err(|error| {
        if error.use_stderr() {
            return fail(&Failure::Refused(first_paragraph(&error.to_string())));
        }
        // clap returns help and version as errors. A closed pipe is no error.
        let _ = error.print();
        ExitCode::SUCCESS
    })
}

/// Returns the exit code of the process.
fn finish(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

fn fail(failure: &Failure) -> ExitCode {
    let (sentence, code) = match failure {
        Failure::Refused(sentence) => (sentence, 2),
        Failure::Fault(sentence) => (sentence, 1),
    };
    let line: String = sentence
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    // If stderr is closed, the exit code reports the failure.
    let _ = writeln!(io::stderr(), "{line}");
    ExitCode::from(code)
}

/// Returns the first paragraph of clap's explanation, which names the problem.
fn first_paragraph(explanation: &str) -> String {
    let lines = explanation
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty());
    let paragraph = lines.collect::<Vec<_>>().join(" ");
    paragraph
        .strip_prefix("error: ")
        .map_or(paragraph.clone(), str::to_owned)
}
