//! The weekly page and the daily puzzle.

mod daily;
mod messages;
mod weekly;
