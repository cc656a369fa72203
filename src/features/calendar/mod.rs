//! Scheduled posts of a server: the weekly page and the daily puzzle.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::DailyView;
pub use model::Place;

use super::Feature;
use service::{daily, weekly};
use store::daily::SOLUTION;
use store::places::{DAILY, WEEKLY};

pub(crate) const FEATURE: Feature = Feature {
    pages: &[discord::weekly::PAGE, discord::daily::PAGE],
    parts: |_, parts| {
        parts.alarm(WEEKLY, |kernel, alarm| {
            Box::pin(weekly::publish(kernel, alarm))
        });
        parts.alarm(SOLUTION, |kernel, alarm| {
            Box::pin(daily::solve(kernel, alarm))
        });
        parts.alarm(DAILY, |kernel, alarm| {
            Box::pin(daily::publish(kernel, alarm))
        });
        for kind in [weekly::KIND, daily::PUZZLES, daily::SOLUTIONS] {
            parts.post(kind);
        }
    },
    ..Feature::named("calendar")
};
