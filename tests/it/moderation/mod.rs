//! What moderators do, and the rules of a server.

mod acts;
mod messages;
mod reopening;
mod server_rules;
