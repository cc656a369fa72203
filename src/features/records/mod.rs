//! Export of matches as files, and import of records.

pub(crate) mod discord;
pub mod formats;
pub mod messages;
pub mod press;
pub(crate) mod service;
pub mod store;

pub use formats::{Format, NotWritten, RecordError, Recorded, read, write};

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::commands;
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("records")
};
