//! What people and servers choose, and whom people do not want to play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

use super::Feature;

pub(crate) const FEATURE: Feature = Feature::named("settings");
