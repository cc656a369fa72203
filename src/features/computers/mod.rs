//! Computers as players: their seats, their levels and the queue of their searches.

pub(crate) mod service;

pub use crate::kernel::ComputerPlayer;
pub use service::engine::Engine;

use super::Feature;
use service::players::Computers;

pub(crate) const FEATURE: Feature = Feature {
    parts: |setup, parts| {
        let at_once = setup.computer.as_ref().map_or(1, |player| player.at_once());
        parts.react(Computers::new(at_once));
    },
    ..Feature::named("computers")
};
