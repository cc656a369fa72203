//! Replies planned in advance: "if they play this, I play that".

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use service::lines::{Conditional, DroppedLine};

use super::Feature;
use crate::discord::ui::command::in_servers_and_chats;
use discord::commands;
use service::due;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![in_servers_and_chats(commands::conditional())],
    parts: |_, parts| {
        parts.react(due::Conditional::default());
    },
    people: &store::PEOPLE,
    ..Feature::named("conditional")
};
