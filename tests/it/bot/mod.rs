//! The whole bot: interactions, restarts, servers, the start, and a first match in a browser.

mod browser;
mod connection;
pub(crate) mod forged;
mod guests;
mod hostile;
mod interactions;
mod newcomer;
mod prefixes;
mod restarts;
mod servers;
