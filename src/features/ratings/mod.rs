//! Who is how strong: ratings, the leaderboard, profiles.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use store::ratings::{Stakes, Uncounted, rebuild_ratings};

use super::Feature;

pub(crate) const FEATURE: Feature = Feature::named("ratings");
