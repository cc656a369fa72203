//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod drafts;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod picker_message;
pub(crate) mod picking;
pub(crate) mod practice;
pub(crate) mod puzzles;
pub(crate) mod typing;
