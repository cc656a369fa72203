//! The command line, its configuration, and the licences that it prints.

mod command_line;
mod config;
mod licences;
