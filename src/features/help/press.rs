//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::{PageStep, words};

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Turn to another page of the rules in the same message.
        "page" => RulesPage { game: String as game, page: u32 };
        /// Turn over from the current page of the rules in the same message.
        "rules-leaf" => RulesStep { game: String as game, page: u32, to: PageStep };
        /// Turn to the chosen page of the rules in the same message.
        "rules-part" => RulesPart { game: String as game };
        /// Turn to another page of the help in the same message.
        "help" => Help { page: u32 };
        /// Show a page of a game's rules.
        "rules" => Rules { game: String as game, page: u32 };
    }
}
