//! Replies planned in advance: "if they play this, I play that".

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod press;
pub(crate) mod service;
pub mod store;

pub use model::{Conditional, DroppedLine};

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::commands;
use press::Press;
use service::due;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    parts: |_, parts| {
        parts.react(due::Conditional::default());
    },
    people: &store::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("conditional")
};
