//! Whole matches in the loopback Discord, played by people through commands and buttons.

mod challenges;
mod computers;
mod connection;
mod descriptions;
mod drafts;
mod endings;
mod exhibitions;
mod gateway;
mod interactions;
mod lists;
mod matches;
mod outages;
mod over_tls;
mod past;
mod pickers;
mod plans;
mod process;
mod refusals;
mod requests;
mod restarts;
mod servers;
mod settings;
mod turns;
mod typing;
mod watching;
mod whole_matches;
