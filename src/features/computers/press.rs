//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show the turn of a hint.
        "hint-turn" => HintTurn { id: MatchId, board: u32 };
        "hints-yes" => HintsAgree(id: MatchId);
        "hints-no" => HintsDecline(id: MatchId);
    }
}
