//! The connection to Discord: the gateway, requests and their limits, registration of commands.

pub(crate) mod gateway;
pub(crate) mod json_request;
pub(crate) mod limits;
pub(crate) mod network;
pub(crate) mod outbox;
pub(crate) mod registration;
pub(crate) mod rest;
pub(crate) mod run_error;
