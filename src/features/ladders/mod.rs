//! `/ladder`: a list of people in order, in which people climb by challenging those above them.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub(crate) mod press;
pub(crate) mod service;

use super::Feature;
use crate::discord::ui::press::Presses;
use crate::kernel::contests;
use discord::command;
use model::Ladder;
use press::Press;
use service::{due, queries};

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![command::ladder()],
    presses: &[Presses::of::<Press>()],
    achievements: queries::achievements,
    standings: queries::standings,
    cancelling: queries::cancelling,
    take_out: contests::take_out::<Ladder>,
    let_in: contests::let_in::<Ladder>,
    parts: |_, parts| {
        contests::register::<Ladder>(parts, |kernel, alarm| Box::pin(due::handle(kernel, alarm)));
    },
    ..Feature::named("ladders")
};
