//! What it says.

pub(crate) mod clocks;
pub(crate) mod time_off;

pub use clocks::{pause_words, pauses};
pub use time_off::{plain_date, time_off};
