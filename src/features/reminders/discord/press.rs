//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Get no more reminders of a turn.
    Mute {
        id: MatchId,
        /// The number of the board that waits for the turn.
        board: u32,
    },
    /// Get no more reminders of any turn that is due.
    MuteAll,
}

words! {
    Press;
    "mute" => Mute { id, board };
    "mute-all" => MuteAll;
}
