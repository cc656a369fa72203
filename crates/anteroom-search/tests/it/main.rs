//! Tests of computer players and of the puzzles that ship.

mod puzzles;
mod search;
