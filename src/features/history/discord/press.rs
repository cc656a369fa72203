//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::{Common, CustomId, PageStep, turn, words};
use crate::discord::ui::pace::Pace;
use crate::matches::MatchId;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Open the text field for a note under a turn.
    NoteForm {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// The text field for a note, filled in.
    NoteText {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// Let everybody see one's notes of a match.
    PublishNotes(MatchId),
    /// Delete one's notes of a match.
    ClearNotes(MatchId),
    /// Show a board to everyone.
    PostBoard(MatchId),
    /// Show a match in motion to everyone.
    PostReplay {
        id: MatchId,
        /// How fast.
        pace: Pace,
    },
    /// Read a part of it.
    DescribePart {
        id: MatchId,
        /// Which, as it was typed.
        what: String,
    },
    /// Turn over to another turn, in the message that shows the history.
    PageStep {
        id: MatchId,
        /// How many turns had been played on the board that is shown.
        ply: u32,
        to: PageStep,
    },
}

/// The id for a part of a board in words; for all of it if what was typed does not fit.
#[must_use]
pub(crate) fn describe(id: MatchId, what: &str) -> CustomId {
    match turn(what) {
        Some(what) => Press::DescribePart { id, what }.into(),
        None => Common::Describe(id).into(),
    }
}

words! {
    Press;
    "note" => NoteForm { id, ply };
    "note-text" => NoteText { id, ply };
    "notes-publish" => PublishNotes(id);
    "notes-clear" => ClearNotes(id);
    "post-board" => PostBoard(id);
    "post-replay" => PostReplay { id, pace };
    "describe" => DescribePart { id, what };
    "leaf" => PageStep { id, ply, to };
}
