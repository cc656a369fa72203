//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::words;
use crate::games::lessons::LessonId;
use crate::matches::MatchId;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Show the next puzzle.
    NextPuzzle {
        /// The game's key.
        game: String,
    },
    /// Show what would have been better than that mistake.
    BetterTurn {
        id: MatchId,
        /// How many turns had been made before it.
        ply: u32,
    },
    /// Show the games that can be learned, in the message that shows something of lessons.
    Learn,
    /// Begin a lesson, or begin it again.
    Lesson(LessonId),
    /// Open the text field for a turn in a lesson.
    LessonType(LessonId),
    /// The text field for a turn in a lesson, filled in.
    LessonText(LessonId),
    /// Show a turn that solves a lesson.
    LessonShow(LessonId),
    /// Begin the match against the computer that is the last lesson.
    LessonMatch(LessonId),
    /// Begin that match for everyone to see.
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
