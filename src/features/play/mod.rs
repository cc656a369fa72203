//! Playing a match: challenges, turns, draws, resigning, take-backs, rematches.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use crate::features::boards::service::drafts::Prepared;

use crate::features::Feature;

pub(crate) const FEATURE: Feature = Feature::named("play");
