//! Conditional turns.

mod lines;
mod messages;
