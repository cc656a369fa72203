//! The messages of this feature.

pub(crate) mod board;
pub(crate) mod completion;
pub(crate) mod exploring;
pub(crate) mod lessons;
pub(crate) mod line;
pub(crate) mod mistakes;
pub(crate) mod picks;
pub(crate) mod picture;
pub(crate) mod preview;
pub(crate) mod puzzles;

pub use board::board;
pub use completion::{completions, no_completion};
pub use lessons::{
    games_to_learn, lesson_match_begun, lesson_match_greeting, lesson_match_in_private,
    lesson_match_unsent, lesson_modal, lesson_refused, lesson_shown, lessons,
};
pub use line::{caught_up, ended_picker, unfinished, waiting};
pub use mistakes::{better_turn, corrected};
pub use preview::preview;
pub use puzzles::{puzzle_answered, puzzle_solution};
