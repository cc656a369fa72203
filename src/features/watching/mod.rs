//! Watching matches: following them, their history, replay, board as text, and notes.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub mod press;
pub(crate) mod service;
pub(crate) mod store;

pub use model::WatchingRefusal;
pub use store::notes::{Note, NoteKept};

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::describe;
use press::Press;
use service::notes;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![describe::command()],
    people: &store::people::PEOPLE,
    presses: &[Presses::of::<Press>()],
    parts: |_, parts| parts.post(notes::POSTS),
    ..Feature::named("watching")
};
