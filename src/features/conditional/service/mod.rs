//! Use cases and reactors of conditional turns.

pub(crate) mod answers;
pub(crate) mod due;
pub(crate) mod lines;
