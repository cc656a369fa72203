//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// List the person's conditional lines.
    Lines(MatchId),
    /// Clear all of them.
    ClearLines(MatchId),
    /// Clear one of them.
    ClearLine {
        id: MatchId,
        /// The line's number, counted from 1.
        number: u32,
    },
}

words! {
    Press;
    "lines" => Lines(id);
    "clear" => ClearLines(id);
    "clear" => ClearLine { id, number };
}
