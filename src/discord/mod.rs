//! Discord through serenity and poise: interactions in, messages out. No rule, no SQL, no decision about a match.
//!
//! A [`Bot`] is connected first; its [`Announcer`] is what the arbiter tells things through; then it
//! [`run`](Bot::run)s with that arbiter. The same program speaks to Discord and to any server that speaks Discord's
//! API at another address.

mod actions;
mod announcer;
mod app;
mod bot;
mod brush;
mod command_error;
pub mod commands;
mod components;
pub mod custom_id;
mod drafts;
mod exhibitions;
mod gateway;
mod limits;
mod living;
pub mod messages;
mod names;
mod network;
mod outbox;
mod painters;
mod past;
mod permissions;
mod picker_message;
mod picking;
mod registration;
mod reply;
mod rest;
mod settings;
mod wire;

pub use announcer::Announcer;
pub use bot::{Bot, ConnectError, DISCORD, RunError, Settings, Token};
pub use gateway::GatewaySettings;
pub use network::Network;
