//! The integration tests: one crate, so that there is one binary to link.

mod browser;
mod config;
