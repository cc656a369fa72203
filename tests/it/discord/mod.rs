//! Whole matches in the loopback Discord, played by people through commands and buttons.

mod challenges;
mod matches;
mod refusals;
