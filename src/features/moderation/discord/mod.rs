//! Commands and presses.

pub(crate) mod acts;
pub(crate) mod blocks;
pub(crate) mod commands;
