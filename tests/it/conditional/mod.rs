//! Conditional turns.

mod lines;
