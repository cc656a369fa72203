//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Show the turn that a hint is about.
    HintTurn {
        id: MatchId,
        /// The number of the board that the hint is for.
        board: u32,
    },
    /// Agree to hints for both players.
    HintsAgree(MatchId),
    /// Do not want hints for both players.
    HintsDecline(MatchId),
}

words! {
    Press;
    "hint-turn" => HintTurn { id, board };
    "hints-yes" => HintsAgree(id);
    "hints-no" => HintsDecline(id);
}
