//! The pure part.

pub(crate) mod picker;
pub(crate) mod plan;
pub(crate) mod practice;
