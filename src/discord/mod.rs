//! Discord through serenity and poise: interactions in, messages out. No rule, no SQL, no decision about a match.
//!
//! A [`Bot`] is connected first; its [`Herald`] is what the arbiter tells things through; then it
//! [`run`](Bot::run)s with that arbiter. The same program speaks to Discord and to any server that speaks Discord's
//! API at another address.

mod actions;
mod bot;
mod brush;
pub mod commands;
mod components;
pub mod custom_id;
mod desk;
mod drafts;
mod herald;
pub mod messages;
mod names;
mod outbox;
mod past;
mod permissions;
mod picking;
mod registration;
mod reply;
mod rest;
mod settings;
mod trouble;
mod wire;

pub use bot::{Bot, ConnectError, DISCORD, RunError, Settings, Token};
pub use herald::Herald;
