//! Anteroom: play-by-post board games in Discord.
//!
//! Each module is a room on a floor. A module uses only those below it; see `docs/ARCHITECTURE.md`.
//!
//! ```text
//! cli            the command line
//! ops            health, metrics, the service manager
//! bot            joins the features
//! features       one folder a feature
//! discord        messages, and the connection to Discord
//! kernel         time, tasks, the ledger, reactors, alarms, announcements
//! db             SQLite: events, lists
//! -- crates of their own, which this one re-exports: anteroom-search and so on --
//! matches        a match as a pure state machine over events, the people who play it, their ratings
//! search         computer players: pure search over any game
//! render  games  pictures of scenes  |  the rules of each game
//! board          seats, cells, levels and the vocabulary of a scene
//! ```
//!
//! # A game from start to end
//!
//! ```
//! use anteroom::games::{self, GivenOptions, Verdict};
//! use anteroom::board::Seat;
//!
//! let game = games::find("connect-n").expect("a game of the catalogue");
//! // A frame of three columns, in which three in line win. Missing options get the game's defaults.
//! let given = GivenOptions::from([("columns", "3"), ("n", "3")].map(|(k, v)| (k.into(), v.into())));
//! let options = game.complete_options(&given, || 0)?;
//! let mut position = game.start(&options)?;
//! for step in ["a", "b", "a", "b", "a"] {
//!     assert!(position.steps().contains(&step.to_owned()));
//!     position.play(step).expect("a legal step");
//! }
//! let outcome = position.outcome().expect("the end");
//! assert_eq!(outcome.verdict, Verdict::Win(Seat::First));
//! assert_eq!(position.to_move(), None);
//! # Ok::<(), anteroom::games::OptionError>(())
//! ```
//!
//! # A turn as a player types it
//!
//! ```
//! use anteroom::games::{self, GivenOptions, Progress, read_turn};
//!
//! let game = games::find("antichess").expect("a game of the catalogue");
//! let options = game.complete_options(&GivenOptions::new(), || 0)?;
//! let position = game.start(&options)?;
//! // The input is read leniently. The result is canonical, and includes the position after it.
//! let read = read_turn(&*position, "Nf3").expect("a legal turn");
//! assert_eq!((read.steps.as_slice(), read.progress), (&["g1f3".to_owned()][..], Progress::Complete));
//! // A refusal is the sentence for the player.
//! let refused = read_turn(&*position, "e2e5").err().expect("no pawn goes that far");
//! assert!(refused.to_string().contains("e2"), "{refused}");
//! # Ok::<(), anteroom::games::OptionError>(())
//! ```
//!
//! # A match decided
//!
//! ```
//! use anteroom::board::Seat;
//! use anteroom::matches::{
//!     Challenge, ChannelId, Command, Match, MatchId, MatchTerms, Moment, Place, SeatChoice,
//!     Status, UserId,
//! };
//!
//! let (ana, ben, noon) = (UserId(1), UserId(2), Moment(1_000_000_000_000));
//! let challenge = Challenge {
//!     place: Place { guild: None, channel: ChannelId(7) },
//!     game: "connect-n".into(),
//!     options: Default::default(),
//!     time: "3d".parse().expect("three days a turn"),
//!     challenger: ana,
//!     team: None,
//!     invited: Some(ben.into()),
//!     seat: SeatChoice::Seat(Seat::First),
//!     terms: MatchTerms { rated: true, ..MatchTerms::default() },
//!     days_off: None,
//! };
//! let proposal = challenge.into_proposal(|| 0).expect("a challenge that can be met");
//! let mut game = Match::proposed(MatchId(1), proposal, noon).expect("a match");
//! // Deciding a command changes nothing; applying its events does.
//! for command in [
//!     Command::Accept { by: ben },
//!     Command::Play { by: ana, text: "d".into(), board: None },
//!     Command::Resign { by: ben },
//! ] {
//!     for event in game.decide(&command, noon).expect("events, and no refusal") {
//!         game.apply(&event).expect("events that were just decided");
//!     }
//! }
//! assert!(matches!(game.status(), Status::Finished(_)));
//! // The match is over, so the next turn is refused.
//! let late = Command::Play { by: ana, text: "e".into(), board: None };
//! let refused = game.decide(&late, noon).expect_err("a refusal");
//! println!("{}", anteroom::discord::ui::sentence(&refused));
//! ```
//!
//! [`config`] is read once, at start. The crate `loopback-discord` is independent of this one: it is
//! the Discord of `anteroom sandbox` and of the tests.

// An unused dependency in Cargo.toml is a warning, without another tool. The tests of this crate also see the
// dev-dependencies, which other targets use.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

pub use anteroom_board as board;
pub use anteroom_games as games;
pub use anteroom_matches::{contests, matches, people, ratings};
pub use anteroom_render as render;
pub use anteroom_search as search;

pub mod bot;
pub mod cli;
pub mod config;
pub mod db;
pub mod discord;
pub mod features;
pub mod kernel;
pub mod ops;
pub mod telemetry;
