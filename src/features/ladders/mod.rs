//! Ladders: a list of people in order, in which each climbs by challenging those above.

pub mod model;

use super::Feature;

pub(crate) const FEATURE: Feature = Feature::named("ladders");
