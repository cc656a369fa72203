//! The help, and the rules of the games.

pub(crate) mod discord;
pub mod messages;
pub mod press;

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::commands;
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("help")
};
