//! Looking back at a match: its turns, its replay, its board in words, and what its players noted.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use store::{Note, NoteKept};

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::PEOPLE,
    ..Feature::named("history")
};
