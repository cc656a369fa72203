//! Reminders.

mod due;
mod messages;
mod model;
