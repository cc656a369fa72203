//! Use cases of rematches.

pub(crate) mod rematch;
