//! Computers: as players, as advisers during a match, and as analysts after it.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use crate::kernel::ComputerPlayer;
pub use service::engine::Engine;

use super::Feature;
use discord::commands;
use service::players::Computers;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    parts: |setup, parts| {
        let at_once = setup.computer.as_ref().map_or(1, |player| player.at_once());
        parts.react(Computers::new(at_once));
    },
    people: &store::people::PEOPLE,
    ..Feature::named("computers")
};
