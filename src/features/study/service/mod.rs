//! Use cases of board sessions.

pub(crate) mod exploring;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod puzzles;
pub(crate) mod sessions;
pub(crate) mod typed;
