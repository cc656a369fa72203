//! What comes on a day of a server's calendar: its weekly page and its daily puzzle.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use service::daily_places::DailyView;
pub use store::daily::DailyPlace;
pub use store::weekly::WeeklyPlace;

use super::Feature;
use discord::commands;
use service::daily::{BegunPuzzles, DailyPuzzles};
use service::weekly::WeeklyPages;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    parts: |_, parts| {
        parts.see_to(WeeklyPages);
        parts.see_to(DailyPuzzles);
        parts.react(BegunPuzzles);
    },
    ..Feature::named("calendar")
};
