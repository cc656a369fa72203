//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Turn to a page of a game's leaderboard. `everywhere` is 0 for the server's players, 1 for all.
        "leaders" => Leaders { game: String as game, everywhere: u8, page: u32 };
        /// Show the leaderboard of the chosen game.
        "leaders-of" => LeadersOf { everywhere: u8 };
    }
}
