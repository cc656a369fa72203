//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::{PageStep, words};

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Turn to another page of the rules in the same message.
    RulesPage {
        /// The game's key.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Turn over from the current page of the rules in the same message.
    RulesStep {
        /// The game's key.
        game: String,
        /// The current page, counted from 0.
        page: u32,
        to: PageStep,
    },
    /// Turn to the chosen page of the rules in the same message.
    RulesPart {
        /// The game's key.
        game: String,
    },
    /// Turn to another page of the help in the same message.
    Help {
        /// The page, counted from 0.
        page: u32,
    },
}

words! {
    Press;
    "page" => RulesPage { game by game, page };
    "rules-leaf" => RulesStep { game by game, page, to };
    "rules-part" => RulesPart { game by game };
    "help" => Help { page };
}
