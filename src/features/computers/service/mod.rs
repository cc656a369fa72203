//! Use cases and reactors of computers.

pub(crate) mod analysis;
pub(crate) mod analysis_queue;
pub(crate) mod engine;
pub(crate) mod hints;
pub(crate) mod players;
