//! The history of a match: turns, replay, board as text, and notes.

pub(crate) mod discord;
pub mod press;

use super::Feature;
use crate::discord::ui::press::Presses;
use crate::features::watching::{discord::describe, service::notes, store};
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![describe::command()],
    parts: |_, parts| parts.post(notes::POSTS),
    people: &store::notes::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("history")
};
