//! The page, and presses below reminders.

pub(crate) mod page;
