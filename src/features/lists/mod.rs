//! Lists of matches: a person's own, challenges, a server's running ones, and finished ones.

pub(crate) mod discord;
pub mod messages;
pub mod press;
pub mod store;

pub use press::Tab;

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::commands;
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    presses: &[Presses::of::<Press>()],
    people: &store::PEOPLE,
    ..Feature::named("lists")
};
