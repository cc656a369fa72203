//! The messages of this feature.

pub(crate) mod analysis;
pub(crate) mod hints;

pub use analysis::{analysing, analysis, chance};
pub use hints::{hinted_turn, hints_question, try_again, where_to_look};
