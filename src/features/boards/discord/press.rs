//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::games::lessons::LessonId;
use crate::matches::MatchId;

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Show the next puzzle.
    NextPuzzle {
        /// The game's key.
        game: String,
    },
    /// Show the better turn in place of a mistake.
    BetterTurn {
        id: MatchId,
        /// The number of turns before it.
        ply: u32,
    },
    /// Show the games with lessons, in an existing lesson message.
    Learn,
    /// Start or restart a lesson.
    Lesson(LessonId),
    /// Open the text field for a turn in a lesson.
    LessonType(LessonId),
    /// A turn typed into the text field of a lesson.
    LessonText(LessonId),
    /// Show a turn that solves a lesson.
    LessonShow(LessonId),
    /// Start the last lesson's match against the computer, in private.
    LessonMatch(LessonId),
    /// Start that match in public.
    LessonMatchHere(LessonId),
}

words! {
    Press;
    "puzzle" => NextPuzzle { game by game };
    "better" => BetterTurn { id, ply };
    "learn" => Learn;
    "lesson" => Lesson(lesson);
    "lesson-type" => LessonType(lesson);
    "lesson-text" => LessonText(lesson);
    "lesson-show" => LessonShow(lesson);
    "lesson-match" => LessonMatch(lesson);
    "lesson-match-here" => LessonMatchHere(lesson);
}
