//! Settings of people and servers.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod store;

pub use model::{ServerRules, SettingsRefusal};

use super::Feature;
use discord::{boards, permissions_check, server};

pub(crate) const FEATURE: Feature = Feature {
    pages: &[
        boards::PAGE,
        permissions_check::PAGE,
        server::WHERE_AND_WHO,
        server::DEFAULTS_PAGE,
    ],
    people: &store::people::PEOPLE,
    ..Feature::named("settings")
};
