//! A match as a pure state machine.

mod clocks;
mod decide;
mod histories;
mod retrace;
