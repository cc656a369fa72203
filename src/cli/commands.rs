//! `anteroom commands`: every command of the bot with its options, for `docs/commands.md`.

use clap::Args;

use super::rules::print_lines;
use crate::bot::command_list;
use crate::ops::failure::Failure;

/// The arguments of `anteroom commands`.
#[derive(Debug, Args)]
pub(super) struct Arguments {}

impl Arguments {
    pub(super) fn run(self) -> Result<(), Failure> {
        print_lines(&command_list::lines())
    }
}
