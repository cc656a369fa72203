//! What people and servers choose, and whom people do not want to play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::ServerRules;

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::people::PEOPLE,
    ..Feature::named("settings")
};
