//! What comes on a day of a server's calendar: its weekly page and its daily puzzle.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use service::daily_places::DailyView;
pub use store::daily::DailyPlace;
pub use store::weekly::WeeklyPlace;
