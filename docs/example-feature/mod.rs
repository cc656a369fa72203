//! `/ongoing`: how many matches are being played in a server.

mod discord;
mod messages;
pub(crate) mod store;

use crate::features::Feature;

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![discord::ongoing()],
    ..Feature::named("ongoing")
};
