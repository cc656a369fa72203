//! What it says.

pub(crate) mod lists;
pub(crate) mod lobby;

pub use lists::{games, games_here};
pub use lobby::{MOST_OPEN, OPEN_ON_A_PAGE, lobby};
