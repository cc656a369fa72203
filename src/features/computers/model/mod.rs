//! The pure model of analyses and hints.

pub(crate) mod analysis;
pub(crate) mod glance;
pub(crate) mod hints;
