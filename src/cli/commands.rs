//! `anteroom commands`: every command of the bot with its options, as `docs/commands.md` has them.

use clap::Args;

use super::rules::print_lines;
use crate::bot::command_list;
use crate::ops::failure::Failure;

/// The arguments of `anteroom commands`.
#[derive(Debug, Args)]
pub(super) struct Arguments {}

impl Arguments {
    /// Prints the list.
    pub(super) fn run(self) -> Result<(), Failure> {
        print_lines(&command_list::lines())
    }
}
