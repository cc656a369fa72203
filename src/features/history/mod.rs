//! The history of a match: turns, replay, board as text, and notes.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub mod press;
pub(crate) mod service;
pub(crate) mod store;

pub use model::HistoryRefusal;
pub use store::{Note, NoteKept};

use super::Feature;
use crate::discord::ui::press::Presses;
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![discord::describe::command()],
    parts: |_, parts| parts.post(service::POSTS),
    people: &store::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("history")
};
