//! Whole matches in the loopback Discord, played by people through commands and buttons.

mod challenges;
mod connection;
mod descriptions;
mod drafts;
mod endings;
mod lists;
mod matches;
mod outages;
mod past;
mod pickers;
mod plans;
mod refusals;
mod restarts;
mod servers;
mod settings;
mod turns;
mod typing;
