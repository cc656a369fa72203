//! Matches against a computer, hints and analysis.

mod analysis;
mod hints;
mod matches;
