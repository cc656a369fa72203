//! A match as a pure state machine.

mod clocks;
mod contests;
mod decide;
mod histories;
mod retrace;
mod teams;
