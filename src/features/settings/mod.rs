//! What people and servers choose, and whom people do not want to play.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use model::ServerRules;

use super::Feature;
use discord::{boards, commands, permissions_check, server};

pub(crate) const FEATURE: Feature = Feature {
    commands: commands::all,
    pages: &[
        boards::PAGE,
        permissions_check::PAGE,
        server::WHERE_AND_WHO,
        server::DEFAULTS_PAGE,
    ],
    people: &store::people::PEOPLE,
    ..Feature::named("settings")
};
