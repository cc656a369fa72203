//! Looking back at a match: its turns, its replay, its board in words, and what its players noted.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use store::{Note, NoteKept};

use super::Feature;
use crate::discord::ui::command::{everywhere, in_servers_and_chats};
use discord::{commands, describe};

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        vec![
            in_servers_and_chats(describe::describe()),
            everywhere(commands::history()),
            in_servers_and_chats(commands::replay()),
            in_servers_and_chats(commands::note()),
        ]
    },
    people: &store::PEOPLE,
    ..Feature::named("history")
};
