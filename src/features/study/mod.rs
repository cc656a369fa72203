//! Learning on boards: lessons, puzzles, explorations, one's own mistakes, hints and analyses.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub mod press;
pub(crate) mod service;
pub(crate) mod store;

pub use model::analysis::{Analysis, Chance};
pub use model::hints::NoAdvice;
pub use store::puzzles::Tries;

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::{commands, purposes};
use press::Press;

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    people: &store::people::PEOPLE,
    presses: &[Presses::of::<Press>()],
    purposes: &[
        purposes::EXPLORING,
        purposes::PUZZLES,
        purposes::MISTAKES,
        purposes::LESSONS,
    ],
    ..Feature::named("study")
};
