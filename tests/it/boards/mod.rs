//! Turns put together by buttons, exploring, puzzles and lessons.

mod exploring;
mod lessons;
pub mod pickers;
mod puzzles;
