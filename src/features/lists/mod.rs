//! Lists of matches: those one plays, those that wait for somebody, those of a server.

pub(crate) mod discord;
pub mod messages;

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    ..Feature::named("lists")
};
