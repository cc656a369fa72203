//! Playing a match: challenges, turns, draws, resigning, take-backs, rematches.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use service::drafts::Prepared;

use super::Feature;

pub(crate) const FEATURE: Feature = Feature::named("play");
