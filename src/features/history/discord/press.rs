//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::{Common, CustomId, PageStep, turn, words};
use crate::discord::ui::pace::Pace;
use crate::matches::MatchId;

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Open the form for a note on a turn.
    NoteForm {
        id: MatchId,
        /// The turn's ply.
        ply: u32,
    },
    /// The submitted form for a note.
    NoteText {
        id: MatchId,
        /// The turn's ply.
        ply: u32,
    },
    /// Publish the person's notes on a match.
    PublishNotes(MatchId),
    /// Delete the person's notes on a match.
    ClearNotes(MatchId),
    /// Post a board for everyone.
    PostBoard(MatchId),
    /// Post the replay of a match for everyone.
    PostReplay {
        id: MatchId,
        /// The speed of the replay.
        pace: Pace,
    },
    /// Describe a part of a board.
    DescribePart {
        id: MatchId,
        /// The part, as the player typed it.
        what: String,
    },
    /// Turn over to another turn in the same message.
    PageStep {
        id: MatchId,
        /// The ply of the current page.
        ply: u32,
        to: PageStep,
    },
}

/// Returns the id that describes a part of a board, or all of it if the typed text is too long.
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
