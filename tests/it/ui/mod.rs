//! The parts that all messages share.

mod board;
mod refusals;
