//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod pages;
