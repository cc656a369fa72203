//! What the bot can do: one folder a feature.
//!
//! Inside a feature the same few names, each only where there is something to put in it: `model` (pure), `store` (its tables
//! and SQL), `service` (use cases, what follows a commit, alarms), `messages` (what it says), `discord` (its commands and
//! presses).

pub mod away;
pub mod boards;
pub mod calendar;
pub mod computers;
pub mod conditional;
pub mod help;
pub mod history;
pub mod lists;
pub mod moderation;
pub mod play;
pub mod privacy;
pub mod ratings;
pub mod records;
pub mod reminders;
pub mod settings;
pub mod watching;
