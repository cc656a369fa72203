//! The parts of messages: interactions and answers, ids of buttons, names, words, pictures of boards.

pub(crate) mod active_messages;
pub(crate) mod app;
pub(crate) mod bar;
pub(crate) mod board;
pub(crate) mod brush;
pub(crate) mod challenge;
pub(crate) mod clocks;
pub(crate) mod command;
pub(crate) mod command_error;
pub(crate) mod command_options;
pub(crate) mod composed;
pub mod contests;
pub mod custom_id;
pub(crate) mod exchange;
pub(crate) mod interaction;
pub(crate) mod match_lines;
pub(crate) mod match_words;
pub(crate) mod modal;
pub(crate) mod names;
pub(crate) mod pace;
pub(crate) mod panel;
pub(crate) mod permissions;
pub(crate) mod posting;
pub(crate) mod press;
pub(crate) mod refusals;
pub(crate) mod replay;
pub(crate) mod reply;
pub(crate) mod terms;
pub(crate) mod undecoded;
pub(crate) mod which_match;
pub(crate) mod wire;
pub(crate) mod words;

pub(crate) use app::App;
pub use app::Operator;
pub use bar::{bar, note};
pub use board::{
    board_buttons, board_picture, harder, last_turn_sentence, looking_buttons, only_turn,
    plays_only,
};
pub use challenge::{challenge, closed_challenge};
pub use clocks::{pause_words, pauses};
pub(crate) use command::{Choices, Command, Parameter, choices};
pub use command_error::{CommandError, Result};
pub(crate) use command_options::{CommandOptions, known_game};
pub use composed::{
    Button, Composed, Drawing, Gallery, GalleryBoard, Menu, MenuOption, Offer, Picture, Plate,
    Replay, Target, Tone,
};
pub use interaction::NOT_THE_MANAGER;
pub use match_lines::{
    MOST_ASKED, WhichMatch, at, choice, line, played_elsewhere, read_match_number, which_match,
};
pub use match_words::{aborted_sentence, card_text, ended_question};
pub use modal::{TURN_FIELD, form_late, reason_form, turn_modal};
pub use pace::Pace;
pub use permissions::NO_THREAD_IN_THREAD;
pub(crate) use press::{Handle, Handling};
pub use refusals::{
    apology, latest_board, moved_on, of_kernel, offered, outdated, refusal, refused_turn,
    seen_elsewhere, sentence, undecoded, unknown_component, unreadable_contest,
};
pub use replay::replay;
pub(crate) use reply::Reply;
pub use which_match::{NOT_A_NUMBER, NOTHING_WAITS, OTHER_THREAD_WAITS, PICK, PLAYS_NOWHERE};
pub use words::{
    MOST_CONTENT, called, channel_link, cut, deed, escaped, in_plain_text, mention, relative,
    result, thinking_first, time_words, undirected,
};
