//! Making and withdrawing pages, what they show, and who watches.

pub mod calendar;
pub mod contest;
pub mod links;
pub mod look;
pub mod records;
pub mod watchers;
