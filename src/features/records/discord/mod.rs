//! Commands and presses.

pub(crate) mod archive;
pub(crate) mod commands;
pub(crate) mod imports;
