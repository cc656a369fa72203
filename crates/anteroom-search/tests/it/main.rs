//! Tests of computer players and of the puzzles that ship.

mod puzzles;
mod search;
#[path = "../../../anteroom-games/tests/it/skeleton.rs"]
mod skeleton;
