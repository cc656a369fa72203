//! The `lab` program. Everything is in the library; see [`anteroom::cli::lab`].

use std::process::ExitCode;

fn main() -> ExitCode {
    anteroom::cli::lab::main()
}
