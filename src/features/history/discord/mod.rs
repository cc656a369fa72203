//! Commands and presses.

pub(crate) mod describe;
pub(crate) mod notes;
pub(crate) mod pages;
