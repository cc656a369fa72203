//! Computers as players, as advisers during a match, and as analysts after it.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod press;
pub(crate) mod service;
pub(crate) mod store;

pub use crate::kernel::ComputerPlayer;
pub use model::analysis::{Analysis, Chance};
pub use service::engine::Engine;

use super::Feature;
use crate::discord::ui::press::Presses;
use press::Press;
use service::players::Computers;

pub(crate) const FEATURE: Feature = Feature {
    parts: |setup, parts| {
        let at_once = setup.computer.as_ref().map_or(1, |player| player.at_once());
        parts.react(Computers::new(at_once));
    },
    people: &store::people::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("computers")
};
