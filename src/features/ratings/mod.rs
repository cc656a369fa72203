//! Who is how strong: ratings, the leaderboard, profiles.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use crate::ratings::{Stakes, Uncounted};
pub use store::ratings::rebuild_ratings;

use super::Feature;
use crate::discord::ui::command::{everywhere, in_servers, in_servers_and_chats};
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        vec![
            in_servers_and_chats(commands::leaderboard()),
            everywhere(commands::profile()),
            in_servers(commands::annul()),
        ]
    },
    people: &store::people::PEOPLE,
    ..Feature::named("ratings")
};
