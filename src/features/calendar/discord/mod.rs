//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod daily;
pub(crate) mod weekly;
