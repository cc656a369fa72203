//! Commands and presses.

pub(crate) mod block_command;
pub(crate) mod blocks;
pub(crate) mod commands;
pub(crate) mod panels;
pub(crate) mod setup;
