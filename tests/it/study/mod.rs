//! Exploration, puzzles, lessons, hints and analysis.

mod analysis;
mod exploring;
mod hints;
mod lessons;
mod messages;
mod puzzles;
