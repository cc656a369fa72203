//! The integration tests: one crate, so that there is one binary to link.

mod animation;
mod arbiter;
mod backup;
mod browser_match;
mod catalogue;
mod clocks;
mod command_line;
mod config;
mod discord;
mod doctor;
#[path = "../../crates/loopback-discord/tests/it/browser/driver.rs"]
#[allow(dead_code, reason = "the tests of the sandbox's page use all of it")]
mod driver;
mod durability;
mod histories;
mod hostile_acts;
mod house;
mod licences;
mod limits;
mod logged;
mod matches;
mod messages;
#[path = "../../crates/loopback-discord/tests/it/openapi.rs"]
mod openapi;
mod people;
mod personal_data;
mod personal_messages;
mod pictures;
mod program;
mod projections;
mod rating_lists;
mod ratings;
mod record_cases;
mod record_files;
mod records;
mod reminders;
mod render;
mod retrace;
mod scenes;
mod scrub;
#[path = "../../crates/anteroom-games/tests/it/settings.rs"]
mod settings;
mod sights;
mod stage;
mod store;
mod surroundings;
mod traces;
mod trouble;
mod under_fire;
