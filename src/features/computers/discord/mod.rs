//! Commands and presses.

pub(crate) mod analysis;
pub(crate) mod commands;
pub(crate) mod hints;
