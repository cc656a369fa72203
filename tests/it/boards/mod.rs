//! Turns by picker, exploration, puzzles and lessons.

mod exploring;
mod lessons;
mod messages;
mod pickers;
mod puzzles;
