//! The integration tests: one crate, so that there is one binary to link.

mod away;
mod boards;
mod bot;
mod calendar;
mod cli;
mod computers;
mod conditional;
mod db;
mod help;
mod history;
mod house;
mod kernel;
mod lists;
mod matches;
mod moderation;
mod ops;
mod pictures;
mod play;
mod privacy;
mod ratings;
mod records;
mod reminders;
mod settings;
mod support;
mod transport;
mod watching;
