//! Lists of matches: those one plays, challenges, those of a server, those that are over.

pub(crate) mod discord;
pub mod messages;
pub mod store;

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    ..Feature::named("lists")
};
