//! The database as a file: that it is ours alone, that it is still there, and who may read it.

pub(crate) mod identity;
pub(crate) mod lock;
pub(crate) mod rights;
