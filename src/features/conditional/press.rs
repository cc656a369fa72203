//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// List the person's conditional lines.
        "lines" => Lines(id: MatchId);
        /// Clear all of them.
        "clear" => ClearLines(id: MatchId);
        /// Clear one of them, counted from 1.
        "clear" => ClearLine { id: MatchId, number: u32 };
    }
}
