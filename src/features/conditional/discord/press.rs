//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::words;
use crate::matches::MatchId;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// List one's conditional lines.
    Lines(MatchId),
    /// Clear all of one's conditional lines.
    ClearLines(MatchId),
    /// Clear one of one's conditional lines.
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
