//! Time off, gifts of time, and days that stop a clock.

mod clocks;
mod messages;
