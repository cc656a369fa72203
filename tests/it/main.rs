//! Everything that needs more than one part of the program.

mod config;
mod limits;
mod messages;
