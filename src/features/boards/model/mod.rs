//! The pure part.

pub(crate) mod in_match;
pub(crate) mod lesson;
pub(crate) mod picks;
pub(crate) mod session;
