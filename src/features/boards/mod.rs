//! Boards on which a turn is put together pick by pick: turns, planned replies, exploring, puzzles, lessons, mistakes.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::picker::{Picked, Picker, PickerAct};
pub use service::drafts::Prepared;
pub use service::lessons::{FoundLesson, LessonView};
pub use service::picking::PickerView;

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::people::PEOPLE,
    ..Feature::named("boards")
};
