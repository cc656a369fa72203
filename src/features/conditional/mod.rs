//! Replies planned in advance: "if they play this, I play that".

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

pub use service::lines::{Conditional, DroppedLine};
