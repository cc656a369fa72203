//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::games::lessons::LessonId;
use crate::matches::MatchId;

words! {
    /// The request of a pressed component or a sent form.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show the next puzzle.
        "puzzle" => NextPuzzle { game: String as game };
        /// Show the better turn in place of a mistake.
        "better" => BetterTurn { id: MatchId, ply: u32 };
        /// Show the games with lessons, in an existing lesson message.
        "learn" => Learn;
        /// Start or restart a lesson.
        "lesson" => Lesson(lesson: LessonId);
        /// Open the text field for a turn in a lesson.
        "lesson-type" => LessonType(lesson: LessonId);
        /// A turn typed into the text field of a lesson.
        "lesson-text" => LessonText(lesson: LessonId);
        /// Show a turn that solves a lesson.
        "lesson-show" => LessonShow(lesson: LessonId);
        /// Start the last lesson's match against the computer, in private.
        "lesson-match" => LessonMatch(lesson: LessonId);
        /// Start that match in public.
        "lesson-match-here" => LessonMatchHere(lesson: LessonId);
        /// Show the turn of a hint.
        "hint-turn" => HintTurn { id: MatchId, board: u32 };
        "hints-yes" => HintsAgree(id: MatchId);
        "hints-no" => HintsDecline(id: MatchId);
    }
}
