//! Matches of Anteroom, without Discord or a database: pure state machines over their events.
//!
//! ```text
//! ratings        the strength of players
//! contests       what leagues and tournaments share
//! matches        a match as the fold of its events
//! people         the data of a person: time zone, time off
//! ```
//!
//! ```
//! use anteroom_board::Seat;
//! use anteroom_matches::matches::{
//!     Challenge, ChannelId, Command, Match, MatchId, Place, Status, UserId,
//! };
//! use anteroom_matches::people::Moment;
//!
//! let (ana, ben, noon) = (UserId(1), UserId(2), Moment(1_000_000_000_000));
//! let place = Place { guild: None, channel: ChannelId(7) };
//! let time = "3d".parse().expect("three days a turn");
//! let challenge = Challenge::new(place, "connect-n", time, ana);
//! let proposal = challenge.into_proposal(|| 0).expect("a game of the catalogue");
//! let mut state = Match::proposed(MatchId(12), proposal, noon).expect("a match");
//! for event in state.decide(&Command::Accept { by: ben }, noon).expect("accepted") {
//!     state.apply(&event).expect("an event that fits");
//! }
//! assert_eq!(*state.status(), Status::Playing);
//! ```

#![warn(missing_docs)]
// The compiler warns about dependencies in Cargo.toml that are not used.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

#[cfg(feature = "rusqlite")]
mod columns;
pub mod contests;
pub mod matches;
pub mod people;
pub mod ratings;
