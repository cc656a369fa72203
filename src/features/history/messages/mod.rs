//! What it says.

pub(crate) mod describe;
pub(crate) mod history;
pub(crate) mod notes;

pub use describe::{LAST, WHOLE, description};
pub use history::history;
pub use notes::{MOST_NOTE, noted, notes};
