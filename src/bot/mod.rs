//! Joins the features: the list of commands, the handlers of presses, the announcements.
//!
//! A [`Bot`] connects first, gives the kernel its [`Announcer`], and then [`run`](Bot::run)s.

pub(crate) mod announcer;
pub mod command_list;
pub mod commands;
pub mod components;
pub(crate) mod connection;
pub(crate) mod interactions;
pub(crate) mod notices;
pub(crate) mod panels;
pub(crate) mod threads;

pub use announcer::Announcer;
pub use connection::{Bot, ConnectError, DISCORD, Settings};
