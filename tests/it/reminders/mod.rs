//! Reminders.

mod due;
mod model;
