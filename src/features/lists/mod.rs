//! Lists of matches: those one plays, those that wait for somebody, those of a server.

pub(crate) mod discord;
pub mod messages;

use super::Feature;
use crate::discord::ui::command::{everywhere, in_servers};
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![everywhere(commands::games()), in_servers(commands::lobby())],
    ..Feature::named("lists")
};
