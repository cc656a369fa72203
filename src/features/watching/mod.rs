//! Following matches that others play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

use super::Feature;
use crate::discord::ui::command::in_servers;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![in_servers(commands::watch())],
    people: &store::PEOPLE,
    ..Feature::named("watching")
};
