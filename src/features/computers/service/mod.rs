//! Use cases and reactors of computers.

pub(crate) mod engine;
pub(crate) mod players;
