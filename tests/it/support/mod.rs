//! What tests share: the stage, the real program, people, boards, trouble.

pub mod checkers;
pub mod computers;
pub mod databases;
#[path = "../../../crates/loopback-discord/tests/it/browser/driver.rs"]
#[allow(dead_code, reason = "the tests of the sandbox's page use all of it")]
pub mod driver;
pub mod film;
pub mod forms;
#[path = "../../../crates/anteroom-games/tests/it/game_files.rs"]
#[allow(dead_code, reason = "the tests of the games use all of it")]
pub mod game_files;
pub mod hand;
pub mod hostile_acts;
pub mod logged;
pub mod messages;
#[path = "../../../crates/loopback-discord/tests/it/openapi.rs"]
pub mod openapi;
pub mod panels;
pub mod people;
pub mod play;
pub mod program;
pub mod random_turn;
pub mod rest;
pub mod scripts;
#[path = "../../../crates/anteroom-games/tests/it/settings.rs"]
pub mod settings;
pub mod sights;
#[path = "../../../crates/anteroom-games/tests/it/skeleton.rs"]
pub mod skeleton;
pub mod stage;
pub mod surroundings;
pub mod tables;
pub mod traces;
pub mod trouble;
pub mod typing;
pub mod under_fire;
pub mod wait;

/// Whether tests of many matches play as many as a server may in years. They play fewer by default.
pub fn is_long() -> bool {
    std::env::var_os("ANTEROOM_LONG_TESTS").is_some()
}
