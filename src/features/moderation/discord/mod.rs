//! Commands and presses.

pub(crate) mod acts;
pub(crate) mod commands;
