//! `/tournament`: knock-outs with a bracket, and tournaments by the Swiss system.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub(crate) mod press;
pub(crate) mod service;

use super::Feature;
use crate::discord::ui::press::Presses;
use crate::features::leagues::service::contest::PLAY_OFFS;
use crate::kernel::contests;
use discord::{command, server};
use model::Tournament;
use press::Press;
use service::{due, play_offs, queries};

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![command::tournament()],
    presses: &[Presses::of::<Press>()],
    pages: &[server::PAGE],
    achievements: queries::achievements,
    standings: queries::standings,
    dates: queries::dates,
    take_out: contests::take_out::<Tournament>,
    let_in: contests::let_in::<Tournament>,
    parts: |_, parts| {
        contests::register::<Tournament>(parts, |kernel, alarm| {
            Box::pin(due::handle(kernel, alarm))
        });
        parts.alarm_beside(PLAY_OFFS, |kernel, alarm| {
            Box::pin(play_offs::handle(kernel, alarm))
        });
    },
    ..Feature::named("tournaments")
};
