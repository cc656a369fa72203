pub(crate) mod acts;
pub(crate) mod blocks;
pub(crate) mod referee;
mod refusal;

pub(crate) use acts::moderated;
pub use acts::{
    MOST_MODERATED, annulled, annulled_here, moderation, moderator_did, only_moderators,
    panel_expired,
};
pub use blocks::blocks;
