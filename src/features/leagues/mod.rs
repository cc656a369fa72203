//! `/league`: seasons of matches in divisions, with tables, promotion and relegation.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub(crate) mod press;
pub(crate) mod service;

use super::Feature;
use crate::discord::ui::press::Presses;
use crate::kernel::contests;
use discord::command;
use model::League;
use press::Press;
use service::{due, queries};

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![command::league()],
    presses: &[Presses::of::<Press>()],
    achievements: queries::achievements,
    standings: queries::standings,
    dates: queries::dates,
    take_out: contests::take_out::<League>,
    let_in: contests::let_in::<League>,
    parts: |_, parts| {
        contests::register::<League>(parts, |kernel, alarm| Box::pin(due::handle(kernel, alarm)));
    },
    ..Feature::named("leagues")
};
