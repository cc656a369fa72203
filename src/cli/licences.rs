use clap::Args;

use super::rules::print_lines;
use crate::ops::failure::Failure;

/// What goes with the program: whose work is in it, and under which licences.
const NOTICES: [&str; 4] = [
    include_str!("../../NOTICE.md"),
    include_str!("../../assets/fonts-NOTICE.md"),
    include_str!("../../assets/connect-four-NOTICE.md"),
    include_str!("../../assets/licences.txt"),
];

/// The arguments of `anteroom licences`.
#[derive(Debug, Args)]
pub(super) struct Arguments {}

impl Arguments {
    /// Prints the notices and licences of everything in the program.
    pub(super) fn run(self) -> Result<(), Failure> {
        print_lines(&NOTICES.map(str::to_owned))
    }
}
