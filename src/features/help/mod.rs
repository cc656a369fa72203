//! What the bot is, what can be done with it, and the rules of the games.

pub(crate) mod discord;
pub mod messages;

use super::Feature;
use crate::discord::ui::command::everywhere;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        vec![
            everywhere(commands::rules()),
            everywhere(commands::help()),
            everywhere(commands::about()),
        ]
    },
    ..Feature::named("help")
};
