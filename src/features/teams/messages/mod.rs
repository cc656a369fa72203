//! What teams read.

pub mod board;
pub mod page;
mod refusal;
pub mod set_up;
pub mod talk;
