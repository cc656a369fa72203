//! Everything the bot says, in one place: pure functions from matches to messages.

mod about;
mod analysis;
mod archive;
mod bar;
mod blocks;
mod board;
mod card;
mod challenge;
mod choose;
mod clocks;
mod completion;
mod composed;
mod conditional;
mod daily;
mod describe;
mod exchange;
mod frozen;
mod help;
mod hints;
mod history;
mod imports;
mod lessons;
mod lists;
mod lobby;
mod mistakes;
mod modal;
mod moderation;
mod news;
mod notes;
mod pace;
mod picker;
mod picks;
mod practice;
mod preview;
mod privacy;
mod puzzles;
mod ratings;
mod refusals;
mod rematch;
mod reminders;
mod replay;
mod rules;
mod rules_text;
mod settings;
mod takebacks;
mod time_off;
mod watch;
mod weekly;
mod words;

pub use about::about;
pub use analysis::{analysing, analysis, chance};
pub use archive::{ON_A_PAGE, archive, export_buttons, exported, exported_all};
pub use bar::{bar, note};
pub use blocks::{blocked, blocks, unblocked};
pub use board::{board_buttons, board_picture, last_turn_sentence, looking_buttons, only_turn};
pub use card::{aborted_sentence, card, card_text, followed_card};
pub use challenge::{challenge, closed_challenge};
pub use choose::{LIKED_CLOCKS, challenged, choose_game, game_page, wish_rated, wish_time};
pub use clocks::{pause_words, pauses};
pub use completion::{PICK, completions, no_completion};
pub use composed::{
    Button, Composed, Drawing, Gallery, Menu, MenuOption, Picture, Plate, Press, Tone,
};
pub use conditional::{dropped_lines, line_choice, lines, lines_cleared, refused_line};
pub use daily::{daily_place, daily_puzzle, daily_solution, daily_title};
pub use describe::{LAST, WHOLE, description};
pub use frozen::frozen;
pub use help::help;
pub use hints::{hinted_turn, hints_question, try_again, where_to_look};
pub use history::history;
pub use imports::{import_list, import_page, imported, no_record, play_on, read_as};
pub use lessons::{
    games_to_learn, lesson, lesson_match_begun, lesson_refused, lesson_shown, lessons,
};
pub use lists::{
    MOST_ASKED, MOST_HERE, WhichMatch, at, board, choice, games, games_here, line,
    played_elsewhere, read_match_number, resign_question, which_exhibition, which_match,
};
pub use lobby::{MOST_OPEN, OPEN_ON_A_PAGE, lobby};
pub use mistakes::{amended, better_turn};
pub use modal::{TURN_FIELD, form_late, lesson_modal, turn_modal};
pub use moderation::{MOST_MODERATED, kept_out, let_in, moderation, moderator_did};
pub use news::{ended_question, news};
pub use notes::{MOST_NOTE, noted, notes};
pub use pace::{Pace, PaceError};
pub use picker::{caught_up, ended_picker, picker, unfinished, waiting};
pub use practice::explored;
pub use preview::preview;
pub use privacy::{forget_question, forgotten, kept, personal_file};
pub use puzzles::{puzzle_answered, puzzle_solution, task};
pub use ratings::{annulled, leaderboard, profile, stakes_line};
pub use refusals::{
    apology, latest_board, moved_on, offered, outdated, refusal, refused_turn, seen_elsewhere,
    undecoded, unknown_component,
};
pub use rematch::{
    accepted_elsewhere, declined_elsewhere, rematch_accepted, rematch_asked, rematch_there,
    withdrawn_elsewhere,
};
pub use reminders::{gone, muted, reminder, reminders, unanswered};
pub use replay::{Replay, replay};
pub use rules::rules;
pub use settings::{
    AS_PICTURES, AS_TEXTS, LEFT_TO_OTHERS, LISTED, UNLISTED, server_rules, server_settings,
    settings,
};
pub use time_off::{plain_date, time_off};
pub use watch::{first_watched, follow, threads_warning, watch};
pub use weekly::{week, weekly_page};
pub use words::{
    MOST_CONTENT, channel_link, cut, deed, escaped, in_plain_text, mention, relative, result,
    thinking_first, time_words, undirected,
};
