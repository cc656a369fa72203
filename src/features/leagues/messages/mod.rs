//! What leagues say.

pub mod manage;
pub mod news;
pub mod page;
pub mod person;
pub mod play_offs;
pub mod post;
mod refusal;
pub mod results;
pub mod set_up;
pub(crate) mod table;
pub mod view;
