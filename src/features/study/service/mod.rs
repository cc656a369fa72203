//! Use cases of what is studied on boards.

pub(crate) mod analysis;
pub(crate) mod analysis_queue;
pub(crate) mod exploration;
pub(crate) mod hints;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod puzzles;
