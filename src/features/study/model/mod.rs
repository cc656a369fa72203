//! Puzzles, mistakes, hints and analyses.

pub mod analysis;
pub(crate) mod glance;
pub(crate) mod hints;
pub(crate) mod mistakes;
pub(crate) mod puzzles;
