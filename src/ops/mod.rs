//! For the operator: health, metrics, the service manager.

pub(crate) mod failure;
pub(crate) mod monitor;
pub(crate) mod service;
