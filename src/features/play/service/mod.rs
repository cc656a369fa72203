//! Boards on which turns are picked, planned turns, rematches, and notices of frozen matches.

pub(crate) mod answers;
pub(crate) mod due;
pub(crate) mod explored;
pub(crate) mod frozen;
pub(crate) mod lines;
pub(crate) mod next;
pub(crate) mod rematch;
pub(crate) mod sessions;
pub(crate) mod typed;
