//! Boards on which a person picks turns step by step, in matches, puzzles and lessons.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod press;
pub(crate) mod service;
pub(crate) mod session_press;
pub(crate) mod store;

pub use model::lesson::FoundLesson;
pub use model::picks::Act;
pub use model::session::{About, Planned, Session, Standing};
pub use model::view::{BoardKind, BoardView, Ground, Prepared};
pub use session_press::{PickAct, SessionPress};
pub use store::puzzles::Tries;

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::commands;
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::people::PEOPLE,
    presses: &[Presses::of::<Press>(), Presses::of::<SessionPress>()],
    ..Feature::named("boards")
};
