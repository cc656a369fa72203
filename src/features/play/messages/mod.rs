//! The messages of this feature.

pub(crate) mod answers;
pub(crate) mod board;
pub(crate) mod card;
mod challenge_options;
pub(crate) mod choose;
pub(crate) mod completion;
pub mod conditional;
pub(crate) mod frozen;
pub(crate) mod line;
pub(crate) mod looked_at;
pub(crate) mod news;
pub(crate) mod next;
pub(crate) mod picks;
pub(crate) mod picture;
pub(crate) mod practice;
pub(crate) mod preview;
mod refusal;
pub(crate) mod rematch;
pub(crate) mod resignation;
pub(crate) mod takebacks;

pub use answers::{
    BOT_ALONE, CLOCK_HINT, DECLINED, Done, NO_SUCH_LEVEL, PLAYS_ON, Question, RENEWED, WITHDREW,
    accepted, ask_resign_again, bot_is_guest, done, is_a_bot, old_board,
};
pub use board::{Beside, session_board};
pub use card::{card, followed_card};
pub use challenge_options::{computer_with, level_words, more_terms};
pub use choose::{PracticeIn, challenged, choose_game, game_page};
pub use completion::{completions, no_completion};
pub use frozen::frozen;
pub use line::{caught_up, ended_picker, try_again, unfinished, waiting};
pub use looked_at::{ask_gift, board};
pub use news::{calling, news, turn_answered};
pub use next::{NOTHING_LEFT, next};
pub use practice::practice_begun;
pub(crate) use practice::{
    PRACTICE_LATER, PRACTICE_UNSENT, practice_greeting, practice_here_instead, practice_in_private,
};
pub use preview::preview;
pub use rematch::{
    accepted_elsewhere, declined_elsewhere, rematch_accepted, rematch_asked, rematch_there,
    withdrawn_elsewhere,
};
pub use resignation::resign_question;
