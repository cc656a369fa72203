//! What moderators of a server may do to matches and about people there.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use store::acts::{Banned, Moderated};

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::people::PEOPLE,
    ..Feature::named("moderation")
};
