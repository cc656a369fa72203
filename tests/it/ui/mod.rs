//! What every message is made of.

mod board;
mod refusals;
