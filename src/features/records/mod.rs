//! Matches that are over, and matches as files: lists of them, taken away and brought along.

pub(crate) mod discord;
pub mod formats;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use formats::{Format, NotWritten, RecordError, Recorded, check_game, read, write};
pub use store::archive::ArchiveFilter;

use super::Feature;
use crate::discord::ui::command::everywhere;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        vec![
            everywhere(commands::archive()),
            everywhere(commands::export()),
            everywhere(commands::import()),
        ]
    },
    people: &store::people::PEOPLE,
    ..Feature::named("records")
};
