//! What it says.

pub(crate) mod lists;
pub(crate) mod lobby;

pub use lists::{
    MOST_ASKED, MOST_HERE, WhichMatch, at, board, choice, games, games_here, line,
    played_elsewhere, read_match_number, resign_question, which_exhibition, which_match,
};
pub use lobby::{MOST_OPEN, OPEN_ON_A_PAGE, lobby};
