//! The `anteroom` program. Everything is in the library; see [`anteroom::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    anteroom::cli::main()
}
