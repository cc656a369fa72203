//! The pure part.

pub(crate) mod analysis;
pub(crate) mod glance;
