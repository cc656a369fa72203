//! Choices of players and servers.

mod blocks;
mod choices;
mod messages;
mod server_rules;
