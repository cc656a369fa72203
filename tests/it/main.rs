//! The integration tests: one crate, so that there is one binary to link.

mod anaash;
mod anache;
mod anache_random;
mod anacund;
mod anchor;
mod animation;
mod antichess;
mod antichess_random;
mod arbiter;
mod bars;
mod boards;
mod browser_match;
mod choice;
mod command_line;
mod config;
mod connect_n;
mod describe;
mod discord;
mod doctor;
#[path = "../../crates/loopback-discord/tests/it/browser/driver.rs"]
#[allow(dead_code, reason = "the tests of the sandbox's page use all of it")]
mod driver;
mod durability;
mod foreign_steps;
mod forgiving;
mod games;
mod limits;
mod matches;
mod messages;
#[path = "../../crates/loopback-discord/tests/it/openapi.rs"]
mod openapi;
mod oracle;
mod people;
mod perft;
mod pictures;
mod projections;
mod properties;
mod render;
mod retrace;
mod rules_pages;
mod scenes;
mod sights;
mod slow_anaash;
mod slow_anache;
mod slow_anacund;
mod slow_anchor;
mod slow_chess;
mod slow_connect;
mod stage;
mod store;
mod typed_turns;
