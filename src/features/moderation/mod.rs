//! Moderators' acts and bans in a server, and blocks between people.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::ModerationRefusal;
pub use store::acts::{Banned, Moderated};

use super::Feature;
use discord::{blocks, referee};

pub(crate) const FEATURE: Feature = Feature {
    commands: referee::all,
    pages: &[blocks::PAGE, referee::PAGE],
    people: &store::people::PEOPLE,
    ..Feature::named("moderation")
};
