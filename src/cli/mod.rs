//! The command line. One file a subcommand: its arguments, and `run`.
//!
//! Errors are one line on stderr and exit code 2.

mod check_config;
mod doctor;
mod failure;
mod gallery;
mod perft;
mod render;
mod replay;
mod rules;
mod run;
#[cfg(feature = "sandbox")]
mod sandbox;
mod start;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::failure::Failure;

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
    /// Write the picture of a position as a PNG file
    Render(render::Arguments),
    /// Write a match in motion as a GIF file
    Replay(replay::Arguments),
    /// Write pictures of every game in every theme, and one sheet of all of them
    Gallery(gallery::Arguments),
    /// Say whether the configuration fits, and what it comes to
    CheckConfig(check_config::Arguments),
    /// Go through a database while no bot runs on it, and say what is wrong with it
    Doctor(doctor::Arguments),
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
        Err(error) => return fail(&Failure::Refused(first_paragraph(&error.to_string()))),
    };
    let done = match cli
        .command
        .unwrap_or(Command::Run(run::Arguments::default()))
    {
        Command::Run(arguments) => arguments.run(),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(arguments) => arguments.run(),
        Command::Rules(arguments) => arguments.run(),
        Command::Perft(arguments) => arguments.run(),
        Command::Render(arguments) => arguments.run(),
        Command::Replay(arguments) => arguments.run(),
        Command::Gallery(arguments) => arguments.run(),
        Command::CheckConfig(arguments) => arguments.run(),
        Command::Doctor(arguments) => arguments.run(),
    };
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
    eprintln!("{line}");
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
