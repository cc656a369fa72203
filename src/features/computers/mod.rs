//! Computers: as players, as advisers during a match, and as analysts after it.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use service::engine::Engine;
pub use service::players::ComputerPlayer;
