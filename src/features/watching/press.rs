//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::{CustomId, PageStep, turn, words};
use crate::discord::ui::pace::Pace;
use crate::matches::{Follow, MatchId};

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        "follow-so" => SetFollow { id: MatchId, how: Follow };
        /// Unfollow a match.
        "unfollow" => Unfollow(id: MatchId);
        /// Ask what a spectator wants to be notified of in a match.
        "follow" => Follow(id: MatchId);
        /// Ask that about the match that was chosen from a menu.
        "follow-one" => FollowOne;
        /// Open the form for a note on a turn.
        "note" => NoteForm { id: MatchId, ply: u32 };
        /// The submitted form for a note.
        "note-text" => NoteText { id: MatchId, ply: u32 };
        /// Publish the person's notes on a match.
        "notes-publish" => PublishNotes(id: MatchId);
        /// Delete the person's notes on a match.
        "notes-clear" => ClearNotes(id: MatchId);
        /// Post a board for everyone.
        "post-board" => PostBoard(id: MatchId);
        /// Post the replay of a match for everyone.
        "post-replay" => PostReplay { id: MatchId, pace: Pace };
        /// Describe a part of a board, as the player typed it.
        "describe" => DescribePart { id: MatchId, what: String };
        /// Turn over to another turn in the same message.
        "leaf" => PageStep { id: MatchId, ply: u32, to: PageStep };
        /// List the person's notes on a match.
        "notes" => Notes(id: MatchId);
        /// Open the history of a match at a turn: the latest one when the button was posted.
        "history" => History { id: MatchId, ply: u32 };
        /// Show the animation of a match to the person who asks.
        "replay" => Replay(id: MatchId);
        /// Ask what of a match to show to everyone.
        "share" => AskShare(id: MatchId);
        /// Describe a board in words.
        "describe" => Describe(id: MatchId);
    }
}

/// Returns the id that describes a part of a board, or all of it if the typed text is too long.
pub(crate) fn describe(id: MatchId, what: &str) -> CustomId {
    match turn(what) {
        Some(what) => Press::DescribePart { id, what }.into(),
        None => Press::Describe(id).into(),
    }
}
