//! Teams, and the time in which they vote.

pub(crate) mod types;
pub(crate) mod voting;
