//! The program `lab`: tools to make and measure computer opponents.

mod arena;
mod book;
mod made_file;
mod puzzles;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::{finish, parse};

/// Makes and measures the computer opponents of Anteroom.
#[derive(Debug, Parser)]
#[command(name = "lab", version)]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let two computer opponents play each other, and say who is stronger
    Arena(arena::Arguments),
    /// Make the book of Connect Four's openings by search alone: days of work
    Book(book::Arguments),
    /// Make puzzles: positions in which exactly one turn forces a win
    Puzzles(puzzles::Arguments),
}

/// Parses the arguments of the process and runs the command.
pub fn main() -> ExitCode {
    let lab: Lab = match parse() {
        Ok(lab) => lab,
        Err(code) => return code,
    };
    finish(match lab.command {
        Command::Arena(arguments) => arguments.run(),
        Command::Book(arguments) => arguments.run(),
        Command::Puzzles(arguments) => arguments.run(),
    })
}
