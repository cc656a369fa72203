//! What computer players find, and which puzzles ship.

mod puzzles;
mod search;
