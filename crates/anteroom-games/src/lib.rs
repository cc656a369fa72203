//! The games of Anteroom, without Discord, matches or a database: everything here is also true of a board on a
//! table.
//!
//! ```text
//! render  games  pictures of scenes  |  the rules of each game
//! board          seats, cells and the vocabulary of a scene
//! ```
//!
//! They are a crate of their own because their code is what a turn's time goes into: every profile optimises it, also the
//! one for tests, while the rest of the program waits for Discord anyway and need not make a build longer.
//!
//! ```
//! use anteroom_games::{board::Seat, games};
//!
//! let game = games::find("antichess").expect("a game of the catalogue");
//! let options = game.complete_options(&games::GivenOptions::new(), || 0)?;
//! let mut position = game.start(&options)?;
//! assert_eq!(position.to_move(), Some(Seat::First));
//! position.play("e2e3").expect("a legal step");
//! assert_eq!(position.to_move(), Some(Seat::Second));
//! # Ok::<(), games::OptionError>(())
//! ```

#![warn(missing_docs)]
// What Cargo.toml names and nothing uses is a warning, as in the program.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

pub mod board;
pub mod games;
pub mod render;
