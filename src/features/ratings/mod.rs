//! Ratings, the leaderboard, profiles.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod press;
pub(crate) mod service;
pub(crate) mod store;

pub use crate::db::ratings::rebuild_ratings;
pub use crate::ratings::{Stakes, Uncounted};

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::commands;
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("ratings")
};
