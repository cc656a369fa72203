//! Commands, pages and presses.

pub(crate) mod block_command;
pub(crate) mod blocks;
pub(crate) mod boards;
pub(crate) mod commands;
pub(crate) mod permissions_check;
pub(crate) mod server;
