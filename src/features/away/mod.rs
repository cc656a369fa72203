//! Time off: a person is away from all their matches at once.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::{NoTimeOff, Stops, TimeOffView};

use super::Feature;
use discord::{commands, page};
use service::absences::Absences;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    pages: &[page::PAGE],
    parts: |_, parts| {
        parts.react_first(Absences);
    },
    people: &store::PEOPLE,
    ..Feature::named("away")
};
