//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Turn to a page of a game's leaderboard.
    Leaders {
        game: String,
        /// 0 for the server's players, 1 for all.
        everywhere: u8,
        /// The page, counted from 0.
        page: u32,
    },
    /// Show the leaderboard of the chosen game.
    LeadersOf {
        /// 0 for the server's players, 1 for all.
        everywhere: u8,
    },
}

words! {
    Press;
    "leaders" => Leaders { game by game, everywhere, page };
    "leaders-of" => LeadersOf { everywhere };
}
