//! Commands and presses.

pub(crate) mod answers;
pub(crate) mod commands;
pub(crate) mod pages;
