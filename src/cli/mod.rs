//! The command line. One file a subcommand: its arguments, and `run`.
//!
//! Errors are one line on stderr and exit code 2.

mod perft;
mod rules;
mod start;

use std::fmt;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Play-by-post board games in Discord.
#[derive(Debug, Parser)]
#[command(name = "anteroom", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show a position of a game as JSON: whose turn it is, what may be played, how it ended
    Rules(rules::Arguments),
    /// Count the sequences of steps from a position
    Perft(perft::Arguments),
}

/// What a command could not do: one line for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Failure(String);

impl Failure {
    /// A failure that says what this error says.
    fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Reads the arguments of the process and does what they ask.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // Help and version, which clap hands over as errors. A closed pipe is nobody's fault.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return fail(&Failure(first_paragraph(&error.to_string()))),
    };
    let done = match cli.command {
        Command::Rules(arguments) => arguments.run(),
        Command::Perft(arguments) => arguments.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

fn fail(Failure(sentence): &Failure) -> ExitCode {
    let line: String = sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    eprintln!("{line}");
    ExitCode::from(2)
}

/// clap explains over several lines; the first of its paragraphs says what is wrong.
fn first_paragraph(explanation: &str) -> String {
    let lines = explanation.lines().map(str::trim).take_while(|line| !line.is_empty());
    let paragraph = lines.collect::<Vec<_>>().join(" ");
    paragraph.strip_prefix("error: ").map_or(paragraph.clone(), str::to_owned)
}
