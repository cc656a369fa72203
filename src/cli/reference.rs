//! `anteroom cli`: every command of the program with its arguments, for `docs/cli.md`.

use clap::{Arg, Command, CommandFactory};

use super::Cli;
use crate::bot::command_list::wrapped;

/// Returns the lines of the file.
pub(super) fn lines() -> Vec<String> {
    let mut program = Cli::command();
    // This copies the shared arguments to each command.
    program.build();
    let mut lines = vec![
        String::from("# The command line"),
        String::new(),
        String::from(
            "This is what `anteroom cli` prints; `anteroom help COMMAND` says the same of one command. Without a command the program does what `anteroom run` does. An error is one line on standard error. The exit code is 0 for success, 1 for a fault, and 2 if the arguments or the state do not allow the command.",
        ),
    ];
    for command in program.get_subcommands() {
        section("anteroom", command, &mut lines);
    }
    lines.iter().flat_map(|line| wrapped(line)).collect()
}

/// Appends a command, or the commands that it groups.
fn section(parent: &str, command: &Command, lines: &mut Vec<String>) {
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    let name = format!("{parent} {}", command.get_name());
    if command.has_subcommands() {
        for command in command.get_subcommands() {
            section(&name, command, lines);
        }
        return;
    }
    let about = command.get_about().map(ToString::to_string);
    lines.extend([
        String::new(),
        format!("## `{name}`"),
        String::new(),
        format!("{}.", about.unwrap_or_default()),
    ]);
    let arguments = command.get_arguments().filter(|one| one.get_id() != "help");
    let described: Vec<_> = arguments.map(argument).collect();
    if !described.is_empty() {
        lines.push(String::new());
        lines.extend(described);
    }
}

/// Returns an argument as a list item.
fn argument(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("-{short}, "));
    let help = argument.get_help().map(ToString::to_string);
    let mut line = format!(
        "- `{}{argument}`: {}.",
        short.unwrap_or_default(),
        help.unwrap_or_default()
    );
    let takes_value = argument.get_action().takes_values();
    let defaults = argument.get_default_values().iter();
    let defaults: Vec<_> = defaults.map(|one| one.to_string_lossy()).collect();
    if takes_value && !defaults.is_empty() {
        line.push_str(&format!(" Default: `{}`.", defaults.join(" ")));
    }
    if let Some(variable) = argument.get_env() {
        line.push_str(&format!(" Environment: `{}`.", variable.to_string_lossy()));
    }
    line
}
