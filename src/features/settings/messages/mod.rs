//! What it says.

pub(crate) mod blocks;
pub(crate) mod settings;

pub use blocks::{blocked, blocks, unblocked};
pub use settings::{
    AS_PICTURES, AS_TEXTS, LEFT_TO_OTHERS, LISTED, UNLISTED, server_rules, server_settings,
    settings,
};
