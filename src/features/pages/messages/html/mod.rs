//! The pages themselves, as HTML. All of it works without scripts.

mod analysis;
mod disc;
mod document;
mod links;
mod match_page;
mod other;
mod rules;
mod turns;
mod words;

pub use document::SIGN;
pub use match_page::match_page;
pub use other::{Problem, problem};
pub use rules::{figure, rules};
