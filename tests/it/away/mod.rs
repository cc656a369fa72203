//! Time off, time that is given, and days that stop a clock.

mod clocks;
mod messages;
