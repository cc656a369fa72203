//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Mute the reminders of a turn.
        "mute" => Mute { id: MatchId, board: u32 };
        /// Mute the reminders of all current turns.
        "mute-all" => MuteAll;
    }
}
