//! The clocks of a match: how they run, stop, and run out.

pub(crate) mod clocks;
pub(crate) mod days_off;
pub(crate) mod duties;
pub(crate) mod pauses;
pub(crate) mod time_control;
