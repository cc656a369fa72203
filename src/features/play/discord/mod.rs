//! Commands and presses.

pub(crate) mod actions;
pub(crate) mod challenge_command;
pub(crate) mod challenges;
pub(crate) mod choosing;
pub(crate) mod concluding;
pub(crate) mod exhibitions;
pub(crate) mod looking;
pub(crate) mod match_commands;
pub(crate) mod move_command;
pub(crate) mod play_command;
pub(crate) mod questions;
pub(crate) mod starting;
