//! What it says.

pub(crate) mod acts;
pub(crate) mod blocks;

pub(crate) use acts::moderated;
pub use acts::{MOST_MODERATED, kept_out, let_in, moderation, moderator_did, only_moderators};
pub use blocks::blocks;
