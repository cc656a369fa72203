//! The integration tests: one crate, so that there is one binary to link.

mod arbiter;
mod browser;
mod config;
mod connect_n;
mod limits;
mod matches;
mod messages;
mod oracle;
mod people;
mod perft;
mod render;
mod scenes;
mod slow_chess;
mod slow_connect;
mod store;
