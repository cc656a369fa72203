//! What messages show of tournaments.

mod bracket;
pub mod manage;
pub mod news;
pub mod page;
pub mod person;
pub mod post;
mod refusal;
pub mod results;
pub mod server;
pub mod set_up;
mod swiss;
pub mod view;
