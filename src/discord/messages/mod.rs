//! Everything the bot says, in one place: pure functions from matches to messages.

mod bar;
mod card;
mod challenge;
mod composed;
mod describe;
mod help;
mod history;
mod lists;
mod modal;
mod news;
mod picker;
mod preview;
mod refusals;
mod replay;
mod rules;
mod settings;
mod takebacks;
mod words;

pub use bar::{bar, note};
pub use card::card;
pub use challenge::{challenge, closed_challenge};
pub use composed::{Button, Composed, Menu, MenuOption, Picture, Tone};
pub use describe::{LAST, WHOLE, description};
pub use help::help;
pub use history::history;
pub use lists::{at, board, choice, games, line, played_elsewhere, read_match_number, resign_question, which_match};
pub use modal::{TURN_FIELD, turn_modal};
pub use news::{board_buttons, board_picture, last_turn_sentence, news};
pub use picker::{ended_picker, picker};
pub use preview::preview;
pub use refusals::{and_more, apology, moved_on, refusal, refused_turn, unknown_component};
pub use replay::{Pace, PaceError, Replay, omission, replay};
pub use rules::rules;
pub use settings::{AS_PICTURES, AS_TEXTS, LEFT_TO_OTHERS, server_settings, settings};
pub use words::{channel_link, cut, mention, relative, result, time_words};
