//! Pages: what people can look at without Discord. A page for each match whose players want one, and for each contest
//! whose organisers do.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub(crate) mod press;
pub mod service;
pub mod store;
pub mod web;

pub use model::refusal::PagesRefusal;

use super::Feature;
use crate::discord::ui::press::Presses;
use press::Press;
use service::watchers::Watchers;

pub(crate) const FEATURE: Feature = Feature {
    presses: &[Presses::of::<Press>()],
    people: &store::PEOPLE,
    parts: |_, parts| parts.react(Watchers::default()),
    ..Feature::named("pages")
};
