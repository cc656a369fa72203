//! What leagues say.

pub mod manage;
pub mod news;
pub mod page;
pub mod person;
pub mod post;
pub(crate) mod refusal;
pub mod results;
pub mod set_up;
pub(crate) mod table;
pub mod view;

pub use refusal::refusal;
