//! Everything the bot says, in one place: pure functions from matches to messages.

mod bar;
mod card;
mod challenge;
mod choose;
mod completion;
mod composed;
mod conditional;
mod describe;
mod exchange;
mod frozen;
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
pub use card::{card, card_text};
pub use challenge::{challenge, closed_challenge};
pub use choose::choose_game;
pub use completion::{PICK, completions, no_completion};
pub use composed::{Button, Composed, Menu, MenuOption, Picture, Press, Tone};
pub use conditional::{dropped_lines, line_choice, lines, lines_cleared, refused_line};
pub use describe::{LAST, WHOLE, description};
pub use frozen::frozen;
pub use help::help;
pub use history::history;
pub use lists::{
    MOST_ASKED, MOST_HERE, at, board, choice, games, games_here, line, played_elsewhere,
    read_match_number, resign_question, which_match,
};
pub use modal::{TURN_FIELD, form_late, turn_modal};
pub use news::{
    board_buttons, board_picture, ended_question, last_turn_sentence, looking_buttons, news,
    only_turn,
};
pub use picker::{caught_up, ended_picker, picker, unfinished, waiting};
pub use preview::preview;
pub use refusals::{
    apology, latest_board, moved_on, offered, refusal, refused_turn, seen_elsewhere,
    unknown_component,
};
pub use replay::{Pace, PaceError, Replay, omission, replay};
pub use rules::rules;
pub use settings::{AS_PICTURES, AS_TEXTS, LEFT_TO_OTHERS, server_settings, settings};
pub use words::{
    MOST_CONTENT, channel_link, cut, deed, escaped, in_plain_text, mention, relative, result,
    thinking_first, time_words, undirected,
};
