//! The database as a file: its place, lock, identity and permissions, and how another file takes its place.

pub(crate) mod identity;
pub(crate) mod lock;
pub(crate) mod place;
pub(crate) mod replacement;
pub(crate) mod rights;
