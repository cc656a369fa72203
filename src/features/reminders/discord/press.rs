//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Mute the reminders of a turn.
    Mute {
        id: MatchId,
        /// The number of the board to move on.
        board: u32,
    },
    /// Mute the reminders of all current turns.
    MuteAll,
}

words! {
    Press;
    "mute" => Mute { id, board };
    "mute-all" => MuteAll;
}
