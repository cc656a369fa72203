//! Boards on which a turn is put together pick by pick: turns, planned replies, exploring, puzzles, lessons, mistakes.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::lesson::FoundLesson;
pub use model::picks::Act;
pub use model::session::{About, Planned, Session, Standing};
pub use service::view::{BoardKind, BoardView, Ground, Prepared};

use super::Feature;
use discord::commands;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::people::PEOPLE,
    ..Feature::named("boards")
};
