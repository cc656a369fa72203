//! Following matches that others play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::PEOPLE,
    ..Feature::named("watching")
};
