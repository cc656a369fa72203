//! The pure model of board sessions.

pub(crate) mod in_match;
pub(crate) mod lesson;
pub(crate) mod mistakes;
pub(crate) mod picks;
pub(crate) mod puzzles;
pub(crate) mod session;
pub(crate) mod view;
