//! Anteroom: play-by-post board games in Discord.
//!
//! Each module is a floor of the house. A module uses only those below it:
//!
//! ```text
//! cli            the command line
//! discord        serenity and poise: interactions in, messages out
//! arbiter        the use cases; the only place where things happen
//! store          SQLite: events, lists
//! matches        a match as a pure state machine over events
//! render  games  pictures of scenes  |  the rules of each game
//! board          seats, cells and the vocabulary of a scene
//! ```
//!
//! [`config`] is read once, at start. Beside the program stands the crate `loopback-discord`, which knows nothing of it: the Discord
//! of `anteroom sandbox` and of the tests.

// What Cargo.toml names and nothing uses is a warning, without any tool to install. The tests of this crate see its
// dependencies for development as well, which are used elsewhere.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

pub mod arbiter;
pub mod board;
pub mod cli;
pub mod config;
pub mod discord;
pub mod games;
pub mod matches;
pub mod render;
pub mod store;
