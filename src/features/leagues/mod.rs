//! Leagues: seasons of matches in divisions, with tables, promotion and relegation.

pub mod model;

use super::Feature;

pub(crate) const FEATURE: Feature = Feature::named("leagues");
