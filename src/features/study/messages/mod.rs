//! The messages of this feature.

pub(crate) mod analysis;
pub(crate) mod exploration;
pub(crate) mod hints;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod puzzles;

pub use analysis::{analysing, analysis, chance, from_to};
pub use hints::{hinted_turn, hints_question, where_to_look};
pub use lessons::{
    games_to_learn, lesson_match_begun, lesson_match_greeting, lesson_match_in_private,
    lesson_match_unsent, lesson_modal, lesson_refused, lesson_shown, lessons, no_lessons,
};
pub use mistakes::{better_turn, corrected};
pub use puzzles::{no_puzzle_left, puzzle_answered, puzzle_solution};
