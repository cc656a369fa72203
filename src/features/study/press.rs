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
        /// Open a private board that begins from a match.
        "explore" => Explore { id: MatchId, ply: u32 };
        /// Try a puzzle again. `number` is its number in its game, counted from 1.
        "puzzle-again" => TryPuzzle { game: String as game, number: u32 };
        /// Show the solution of a puzzle.
        "solution" => PuzzleSolution { game: String as game, number: u32 };
        /// Open a private board with the person's first mistake in a match from a ply on.
        "mistake" => Mistake { id: MatchId, ply: u32 };
        /// Show the evaluation of a match turn by turn.
        "analysis" => Analysis(id: MatchId);
        /// Show a hint for a turn.
        "hint" => Hint(id: MatchId);
        /// Show the lessons of a game, or the one chosen in a menu.
        "lessons" => LessonsOf { game: String as game };
    }
}
