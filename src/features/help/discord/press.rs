//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::{PageStep, words};

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Turn to another page of the rules, in the message that shows them.
    RulesPage {
        /// The game's key.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Turn over to another page of the rules, in the message that shows them.
    RulesStep {
        /// The game's key.
        game: String,
        /// The page that is shown, counted from 0.
        page: u32,
        to: PageStep,
    },
    /// Turn to the page of the rules that was chosen, in the message that shows them.
    RulesPart {
        /// The game's key.
        game: String,
    },
    /// Turn to another page of the help, in the message that shows it.
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
