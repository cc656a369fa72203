//! Exploration, puzzles, lessons, hints and analysis.

mod analysis;
mod exploration;
mod hints;
mod lessons;
mod messages;
mod puzzles;
