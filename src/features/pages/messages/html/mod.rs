//! The pages themselves, as HTML. All of it works without scripts.

mod analysis;
mod contest_page;
mod disc;
mod document;
mod links;
mod match_page;
mod other;
mod rules;
mod sheets;
mod turns;
pub(super) mod words;

pub use contest_page::contest_page;
pub use document::SIGN;
pub use match_page::match_page;
pub use other::{Problem, problem};
pub use rules::{figure, rules};
