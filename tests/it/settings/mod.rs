//! Settings of players and servers.

mod choices;
mod messages;
mod server_rules;
