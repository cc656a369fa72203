//! What people and servers choose, and whom people do not want to play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::ServerRules;

use super::Feature;
use crate::discord::ui::command::{everywhere, in_servers, in_servers_and_chats};
use discord::{block_command, commands};

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        vec![
            everywhere(commands::own()),
            in_servers(commands::of_server()),
            everywhere(commands::permissions()),
            in_servers_and_chats(block_command::block()),
        ]
    },
    people: &store::people::PEOPLE,
    ..Feature::named("settings")
};
