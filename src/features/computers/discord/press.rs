//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Show the turn of a hint.
    HintTurn {
        id: MatchId,
        /// The number of the board that the hint is for.
        board: u32,
    },
    HintsAgree(MatchId),
    HintsDecline(MatchId),
}

words! {
    Press;
    "hint-turn" => HintTurn { id, board };
    "hints-yes" => HintsAgree(id);
    "hints-no" => HintsDecline(id);
}
