//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::words;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Turn to a page of the best players of a game.
    Leaders {
        game: String,
        /// 0: those of the server; 1: everywhere.
        everywhere: u8,
        /// Which page, counted from 0.
        page: u32,
    },
    /// See the best players of the game that was chosen.
    LeadersOf {
        /// 0: those of the server; 1: everywhere.
        everywhere: u8,
    },
}

words! {
    Press;
    "leaders" => Leaders { game by game, everywhere, page };
    "leaders-of" => LeadersOf { everywhere };
}
