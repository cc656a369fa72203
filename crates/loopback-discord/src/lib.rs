//! A Discord small enough to run in a process.
//!
//! It serves, on one loopback port, the REST routes and the gateway that a bot for channels and threads uses, and a web
//! page in which one person can be any of several people. Discord's documented limits are enforced, and what breaks them is
//! answered as Discord answers. A real bot connects to it over a real socket; the sandbox knows nothing of the bot.
//!
//! [`Sandbox`] is also the handle by which a program drives it: [`Sandbox::user`] clicks and types as a person does,
//! [`Sandbox::journal`] tells what the bot asked for, and the `fail_…` and `gateway_…` methods make trouble.
//!
//! What of Discord it speaks stands in the crate's README. [`Layout`] says who and what is in a new sandbox.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use loopback_discord::{Answer, Sandbox, SandboxConfig};
//!
//! let sandbox = Sandbox::start(SandboxConfig::default()).await?;
//! println!("The bot's API is at {}, its token is {}.", sandbox.base_url(), sandbox.token());
//! let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
//! if let Answer::Message(message) = ana.command("play connect-n", [("opponent", "ben")]).await {
//!     println!("{}", message.content());
//! }
//! # Ok(())
//! # }
//! ```

#![warn(missing_docs)]
// What Cargo.toml names and nothing uses is a warning.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod clock;
mod errors;
mod events;
mod faults;
mod files;
mod form;
mod gateway;
mod handle;
mod http;
mod journal;
mod layout;
mod limits;
mod objects;
mod people;
pub mod permissions;
mod person;
mod posting;
mod rates;
mod rest;
mod server;
mod snowflake;
mod state;
mod store;
mod threads;
mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

pub use clock::{Clock, Millis};
pub use events::Event;
pub use faults::{DeliveryFault, RateScope, RequestFault, RetryForm};
pub use handle::{Sandbox, Watch};
pub use journal::JournalEntry;
pub use layout::{ChannelLayout, Layout, ServerLayout};
pub use person::{
    Answer, Attachment, Button, Choice, Menu, Message, Modal, Person, Place, TimedOut,
};
pub use snowflake::Snowflake;

/// How to start a sandbox.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SandboxConfig {
    /// Where to listen. Port 0 takes any free one.
    pub listen: SocketAddr,
    /// Where to remember everything; attachments lie in a folder beside it. Without one, all is forgotten at the end.
    pub state_file: Option<PathBuf>,
    /// The name of the bot, in a new sandbox.
    pub bot_name: String,
    /// The time.
    pub clock: Clock,
    /// Whether people may move the clock forward from the page. The state file keeps by how much they did.
    pub moves_clock: bool,
    /// Whether limits of rate are enforced. They follow the clock: with a stopped one, nothing is ever free again.
    pub limits_rates: bool,
    /// How often the bot must show that it is alive.
    pub heartbeat: Duration,
    /// The people, servers and channels of a new sandbox.
    pub layout: Layout,
    /// What the page offers a newcomer in one press.
    pub first_step: Option<FirstStep>,
}

/// A command that the page sends when a button is pressed: the first thing that somebody may want to try.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstStep {
    /// What stands on the button: `Play a Game`.
    pub label: String,
    /// The command with its subcommands, as it is typed but without the slash: `play chess`.
    pub command: String,
    /// The options that are given with it, with their values.
    pub options: Vec<(String, serde_json::Value)>,
}

impl Default for SandboxConfig {
    fn default() -> Self {
        SandboxConfig {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            state_file: None,
            bot_name: "Bot".to_owned(),
            clock: Clock::running(),
            moves_clock: false,
            limits_rates: true,
            heartbeat: Duration::from_millis(41_250),
            layout: Layout::default(),
            first_step: None,
        }
    }
}

/// Why a sandbox could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// Nobody can listen there.
    #[error("cannot listen at {address}: {source}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The layout names what is not there, or names it wrongly.
    #[error("the sandbox cannot be laid out: {0}")]
    Layout(String),
    /// The state file cannot be read. It has not been touched.
    #[error("cannot read the sandbox's state from {path}: {reason}")]
    StateFile {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Another sandbox keeps its state there.
    #[error("another sandbox keeps its state in {path}")]
    InUse {
        /// In which file.
        path: PathBuf,
    },
    /// The folder for attachments cannot be made.
    #[error("cannot make the folder for attachments beside {path}: {source}")]
    Attachments {
        /// Beside which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}
