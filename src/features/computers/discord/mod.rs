//! Presses.

pub(crate) mod analysis;
pub(crate) mod hints;
