//! What the bot is, what can be done with it, and the rules of the games.

pub(crate) mod discord;
pub mod messages;

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    ..Feature::named("help")
};
