//! The presses of panels.

use crate::discord::ui::custom_id::words;

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum PanelPress {
        /// Show a page of a panel, by its key, in place of another one.
        "panel" => Page { page: String as word };
        /// Show the page of a panel chosen in a menu.
        "pages" => Pages;
        /// Perform an act on a page of a panel. `act` is a word that the page reads.
        "set" => Set { page: String as word, act: String as word };
    }
}
