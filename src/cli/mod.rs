//! The command line. One file a subcommand: its arguments, and `run`.
//!
//! Errors are one line on stderr and exit code 2. A closed pipe is nobody's fault: what prints goes through `rules::print` and
//! its neighbours, since `println!` and `eprintln!` panic there.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod backup;
mod check_config;
mod commands;
mod doctor;
mod export;
mod forget;
mod gallery;
mod healthcheck;
pub mod lab;
mod licences;
mod perft;
mod ratings;
mod record;
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

use crate::ops::failure::Failure;

/// Play-by-post board games in Discord.
#[derive(Debug, Parser)]
#[command(name = "anteroom", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot on Discord, as config.toml and the environment say (the default)
    Run(run::Arguments),
    /// Try everything on this machine: a small Discord with the bot in it, and a page to play on
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::Arguments),
    /// Show a position of a game as JSON: whose turn it is, what may be played, how it ended
    Rules(rules::Arguments),
    /// Count the sequences of steps from a position
    Perft(perft::Arguments),
    /// Find a turn for a position, as a computer opponent would, and say as JSON what it is worth
    Think(think::Arguments),
    /// Write the picture of a position as a PNG file
    Render(render::Arguments),
    /// Write a match in motion as a GIF file
    Replay(replay::Arguments),
    /// Write pictures of every game in every theme, and one sheet of all of them
    Gallery(gallery::Arguments),
    /// Print every command of the bot with its options, as docs/commands.md has them
    Commands(commands::Arguments),
    /// Say whether the configuration fits, and what it comes to
    CheckConfig(check_config::Arguments),
    /// Say whether the bot that runs with this configuration is well; needs monitor.listen
    Healthcheck(healthcheck::Arguments),
    /// Go through a database, also while the bot runs on it, and say what is wrong with it
    Doctor(doctor::Arguments),
    /// Copy the database into a new file, also while the bot runs on it
    Backup(backup::Backup),
    /// Put a backup in the place of the database while no bot runs on it; what was there is kept
    Restore(backup::Restore),
    /// Convert and check records of matches
    Record(record::Arguments),
    /// Write matches out for others, also while the bot runs on the database
    Export(export::Arguments),
    /// Delete everything that is kept of a person, while no bot runs on the database
    Forget(forget::Arguments),
    /// Recompute the ratings, or let a match no longer count for them
    Ratings(ratings::Arguments),
    /// Print the notices and licences of everything that is in this program
    Licences(licences::Arguments),
}

/// Reads the arguments of the process and does what they ask.
#[must_use]
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
            Command::Licences(arguments) => arguments.run(),
            Command::Commands(arguments) => arguments.run(),
            Command::Record(arguments) => arguments.run(),
            Command::Forget(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
        },
    )
}

/// Reads the arguments of the process; where there is nothing to do, the code with which it ends.
fn parse<T: Parser>() -> Result<T, ExitCode> {
    T::try_parse().map_err(|error| {
        if error.use_stderr() {
            return fail(&Failure::Refused(first_paragraph(&error.to_string())));
        }
        // Help and version, which clap hands over as errors. A closed pipe is nobody's fault.
        let _ = error.print();
        ExitCode::SUCCESS
    })
}

/// How the process ends.
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
    // The exit code says it too, to the one who has closed stderr.
    let _ = writeln!(io::stderr(), "{line}");
    ExitCode::from(code)
}

/// clap explains over several lines; the first of its paragraphs says what is wrong.
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
