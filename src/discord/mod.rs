//! Discord, in the words of serenity: interactions in, messages out. No rule, no SQL, no decision about a match.
//!
//! The same program speaks to Discord and to any server that speaks Discord's API at another address.

pub(crate) mod transport;
pub mod ui;

pub use transport::gateway::{GatewaySettings, ShardState, Vitals};
pub use transport::network::Network;
pub use transport::run_error::RunError;
