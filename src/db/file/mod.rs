//! The database as a file: its lock, its identity and its permissions.

pub(crate) mod identity;
pub(crate) mod lock;
pub(crate) mod rights;
