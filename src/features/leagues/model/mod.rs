//! Leagues as a pure state machine over their events: no I/O, no clock, no chance.

pub mod divisions;
pub mod finish;
pub mod pairings;
pub mod promotion;
pub mod result;
pub mod table;
