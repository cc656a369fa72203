//! What moderators of a server may do to matches and about people there.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use store::acts::{Banned, Moderated};

use super::Feature;
use crate::discord::ui::command::in_servers;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![in_servers(commands::moderate())],
    people: &store::people::PEOPLE,
    ..Feature::named("moderation")
};
