//! Simuls: one person plays many others at once, each on a board of their own.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub mod press;
pub(crate) mod service;

use super::Feature;
use crate::discord::ui::press::Presses;
use crate::kernel::contests;
use model::Simul;
use press::Press;
use service::{due, queries};

pub(crate) const FEATURE: Feature = Feature {
    presses: &[Presses::of::<Press>()],
    achievements: queries::achievements,
    standings: queries::standings,
    dates: queries::dates,
    take_out: contests::take_out::<Simul>,
    let_in: contests::let_in::<Simul>,
    parts: |_, parts| {
        contests::register::<Simul>(parts, |kernel, alarm| Box::pin(due::handle(kernel, alarm)));
    },
    ..Feature::named("simuls")
};
