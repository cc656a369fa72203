//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod exports;
pub(crate) mod imports;
