//! A Discord small enough to run in a process.
//!
//! On one loopback port it serves the REST routes and the gateway that a bot for channels and threads uses, and a web
//! page in which one person can act as any of several people. It enforces Discord's documented limits with Discord's
//! error responses. A real bot connects to it over a real socket; the sandbox knows nothing of the bot.
//!
//! [`Sandbox`] is also the handle for programs: [`Sandbox::user`] clicks and types as a person does,
//! [`Sandbox::journal`] lists the bot's requests, and the `fail_…` and `gateway_…` methods inject faults.
//!
//! The crate's README lists the supported parts of Discord. [`Layout`] defines the contents of a new sandbox.
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
// The compiler warns about dependencies in Cargo.toml that are not used.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

/// Compiles the README's example.
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
mod unfold;
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
pub use limits::threads::ThreadLimits;
pub use person::{
    Answer, Attachment, Button, Choice, Menu, Message, Modal, Person, Place, TimedOut,
};
pub use snowflake::Snowflake;

/// The configuration of a sandbox.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SandboxConfig {
    /// The address to listen at. Port 0 takes any free one.
    pub listen: SocketAddr,
    /// The state file, with a folder for attachments beside it. Without one, the state is lost at the end.
    pub state_file: Option<PathBuf>,
    /// The name of the bot in a new sandbox.
    pub bot_name: String,
    /// The clock.
    pub clock: Clock,
    /// Whether people may move the clock forward on the page. The state file keeps the total.
    pub moves_clock: bool,
    /// Whether rate limits are enforced. They use the clock: on a stopped one they never reset.
    pub limits_rates: bool,
    /// Whether dropping the sandbox panics if it has refused the form of a request; see
    /// [`Sandbox::take_refused_forms`]. Such a refusal is a fault of the bot.
    pub strict_forms: bool,
    /// How many active threads a server has.
    pub thread_limits: ThreadLimits,
    /// The heartbeat interval of the gateway.
    pub heartbeat: Duration,
    /// The timeout of a page that a message links to, and of the page's picture. Later answers are not unfolded.
    pub page_timeout: Duration,
    /// The people, servers and channels of a new sandbox.
    pub layout: Layout,
    /// A command that the page offers as a button to new users.
    pub first_step: Option<FirstStep>,
}

/// A command that the page sends when a button is pressed, for new users.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstStep {
    /// The button's label: `Play a Game`.
    pub label: String,
    /// The command with its subcommands, without the slash: `play chess`.
    pub command: String,
    /// The command's options with their values.
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
            strict_forms: true,
            thread_limits: ThreadLimits::default(),
            heartbeat: Duration::from_millis(41_250),
            page_timeout: Duration::from_secs(5),
            layout: Layout::default(),
            first_step: None,
        }
    }
}

/// The reason why a sandbox could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The address cannot be used.
    #[error("cannot listen at {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: io::Error,
    },
    /// The layout has an invalid or unknown name.
    #[error("the sandbox cannot be laid out: {0}")]
    Layout(String),
    /// The state file cannot be read. It was not changed.
    #[error("cannot read the sandbox's state from {path}: {reason}")]
    StateFile {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// Another sandbox uses the state file.
    #[error("another sandbox keeps its state in {path}")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The folder for attachments cannot be created.
    #[error("cannot make the folder for attachments beside {path}: {source}")]
    Attachments {
        /// The state file beside it.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}
