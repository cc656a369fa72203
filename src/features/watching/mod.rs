//! Following matches that others play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

use crate::features::Feature;

pub(crate) const FEATURE: Feature = Feature::named("watching");
