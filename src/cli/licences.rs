use clap::Args;

use super::rules::print_lines;
use crate::ops::failure::Failure;

/// The notices of the program: authors and licences of its parts.
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
    pub(super) fn run(self) -> Result<(), Failure> {
        print_lines(&NOTICES.map(str::to_owned))
    }
}
