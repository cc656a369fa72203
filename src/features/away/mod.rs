//! Time off: a person who is away, in all their matches at once.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use service::time_off::{NoTimeOff, Stops, TimeOffView};

use super::Feature;
use crate::discord::ui::command::in_servers_and_chats;
use discord::commands;
use service::absences::Absences;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![in_servers_and_chats(commands::away())],
    parts: |_, parts| {
        parts.react_first(Absences);
    },
    people: &store::PEOPLE,
    ..Feature::named("away")
};
