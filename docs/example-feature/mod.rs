//! `/going-on`: how many matches are being played in a server.

mod discord;
mod messages;
pub(crate) mod store;

use crate::features::Feature;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![discord::going_on()],
    ..Feature::named("going_on")
};
