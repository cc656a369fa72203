//! Puts the features together: the list of commands, who answers which press, and what is told where.
//!
//! A [`Bot`] is connected first; its [`Announcer`] is what the kernel tells things through; then it [`run`](Bot::run)s.

pub(crate) mod announcer;
pub mod command_list;
pub mod commands;
pub(crate) mod components;
pub(crate) mod connection;
pub(crate) mod daily_posts;
pub(crate) mod interactions;
pub(crate) mod panels;
pub(crate) mod threads;

pub use announcer::Announcer;
pub use connection::{Bot, ConnectError, DISCORD, Settings};
