//! Rematches, and notices of frozen matches.

pub(crate) mod frozen;
pub(crate) mod rematch;
