//! What simuls say.

pub mod news;
pub mod page;
pub mod post;
mod refusal;
pub mod set_up;
pub mod view;
