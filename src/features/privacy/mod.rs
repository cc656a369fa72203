//! A person's data: view, export, delete.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod press;
pub(crate) mod service;
pub mod store;

pub use model::Deleted;
pub use store::personal::StoredData;

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::{commands, page};
use press::Press;
use service::Deletions;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    pages: &[page::PAGE],
    parts: |_, parts| {
        parts.react(Deletions::default());
    },
    people: &store::people::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("privacy")
};
