//! Turns put together by buttons, exploring, puzzles and lessons.

mod exploring;
mod lessons;
mod messages;
mod pickers;
mod puzzles;
