//! Discord in serenity's types: interactions in, messages out. No rules, SQL or match decisions.
//!
//! The same program works with any server that implements Discord's API at another address.

pub(crate) mod transport;
pub mod ui;

pub use transport::gateway::{GatewaySettings, ShardState, ShardStatus};
pub use transport::network::Network;
pub use transport::run_error::RunError;
