//! The integration tests: one crate, so that there is one binary to link.

mod anache;
mod anache_random;
mod antichess;
mod antichess_random;
mod arbiter;
mod browser;
mod command_line;
mod config;
mod connect_n;
mod discord;
mod limits;
mod matches;
mod messages;
mod openapi;
mod oracle;
mod people;
mod perft;
mod render;
mod rules_pages;
mod sandbox;
mod scenes;
mod slow_anache;
mod slow_chess;
mod slow_connect;
mod stage;
mod store;
