//! Matches against a computer, hints and analysis.

pub mod analysis;
pub mod hints;
pub mod matches;
