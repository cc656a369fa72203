//! What moderators of a server may do to matches and about people there, and the server's own rules.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use crate::features::settings::model::ServerRules;
pub use store::acts::{Banned, Moderated};

use crate::features::Feature;

pub(crate) const FEATURE: Feature = Feature::named("moderation");
