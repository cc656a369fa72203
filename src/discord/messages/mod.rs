//! Everything the bot says, in one place: pure functions from matches to messages.

mod card;
mod challenge;
mod composed;
mod help;
mod lists;
mod modal;
mod news;
mod refusals;
mod rules;
mod takebacks;
mod words;

pub use card::card;
pub use challenge::{challenge, closed_challenge};
pub use composed::{Button, Composed, Menu, MenuOption, Picture, Tone};
pub use help::help;
pub use lists::{at, board, choice, games, line, played_elsewhere, read_match_number, resign_question, which_match};
pub use modal::{TURN_FIELD, turn_modal};
pub use news::{board_buttons, board_picture, news};
pub use refusals::{and_more, apology, moved_on, refusal, refused_turn, unknown_component};
pub use rules::rules;
pub use words::{channel_link, cut, mention, relative, result, time_words};
