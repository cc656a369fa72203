//! For the operator: whether it is well, what it counts, and what the service manager is told.

pub(crate) mod failure;
pub(crate) mod monitor;
pub(crate) mod service;
