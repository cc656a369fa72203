//! Following matches of other players.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub mod press;
pub(crate) mod service;
pub(crate) mod store;

pub use model::{HistoryRefusal, WatchingRefusal};
pub use store::notes::{Note, NoteKept};

use super::Feature;
use crate::discord::ui::press::Presses;
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    people: &store::follows::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("watching")
};
