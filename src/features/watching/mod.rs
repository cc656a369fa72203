//! Following matches that others play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

use super::Feature;

pub(crate) const FEATURE: Feature = Feature {
    people: &store::PEOPLE,
    ..Feature::named("watching")
};
