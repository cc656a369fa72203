//! Discord through serenity and poise: interactions in, messages out. No rule, no SQL, no decision about a match.
//!
//! A [`Bot`] is connected first; its [`Announcer`] is what the arbiter tells things through; then it
//! [`run`](Bot::run)s with that arbiter. The same program speaks to Discord and to any server that speaks Discord's
//! API at another address.

mod absences;
mod actions;
mod analysing;
mod announcer;
mod app;
mod archive;
mod asked;
mod blocks;
mod bot;
mod brush;
mod challenges;
mod choosing;
mod command;
mod command_error;
pub mod commands;
mod components;
mod concluding;
mod conditional;
pub mod custom_id;
mod daily;
mod daily_posts;
mod drafts;
mod exhibitions;
mod following;
mod gateway;
mod hints;
mod imports;
mod learning;
mod lessons;
mod limits;
mod living;
mod looking;
pub mod messages;
mod mistakes;
mod moderation;
mod names;
mod network;
mod notes;
mod operator;
mod outbox;
mod past;
mod permissions;
mod picker_message;
mod picking;
mod posting;
mod practising;
mod privacy;
mod puzzles;
mod questions;
mod ratings;
mod registration;
mod reminders;
mod reply;
mod rest;
mod run_error;
mod settings;
mod setup;
mod starting;
mod threads;
mod undecoded;
mod weekly;
mod wire;

pub use announcer::Announcer;
pub use bot::{Bot, ConnectError, DISCORD, Settings};
pub use gateway::{GatewaySettings, ShardState, Vitals};
pub use network::Network;
pub use operator::Operator;
pub use run_error::RunError;
