//! Use cases, and what follows a commit.

pub(crate) mod analysis;
pub(crate) mod analysis_queue;
pub(crate) mod engine;
pub(crate) mod hints;
pub(crate) mod players;
