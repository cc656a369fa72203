//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod composing;
pub(crate) mod exploring;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod puzzles;
pub(crate) mod sessions;
pub(crate) mod typed;
