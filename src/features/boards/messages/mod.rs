//! What it says.

pub(crate) mod completion;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod picker;
pub(crate) mod picks;
pub(crate) mod practice;
pub(crate) mod preview;
pub(crate) mod puzzles;

pub use completion::{completions, no_completion};
pub use lessons::{
    games_to_learn, lesson, lesson_match_begun, lesson_modal, lesson_refused, lesson_shown, lessons,
};
pub use mistakes::{amended, better_turn};
pub use picker::{caught_up, ended_picker, picker, unfinished, waiting};
pub use practice::explored;
pub use preview::preview;
pub use puzzles::{puzzle_answered, puzzle_solution, task};
