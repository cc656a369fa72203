//! Messages of imports.

use crate::board::Seat;
use crate::discord::ui::composed::{page_buttons, step_buttons};
use crate::discord::ui::words::{counted, cut_middle, date};
use crate::discord::ui::{
    Button, Composed, Menu, MenuOption, Pace, Picture, Replay, Tone, board_picture, cut, escaped,
    in_plain_text, last_turn_sentence,
};
use crate::features::records::formats::{RecordError, RecordFile, Recorded};
use crate::features::records::press::{Import, PlayOn, Press};
use crate::matches::{Match, Player, record_text, result_sentence, with_colour};
use crate::people::Moment;

/// The most characters of the list of turns.
const MOST_TURNS: usize = 1200;

/// The most characters of a board's notes.
const MOST_NOTED: usize = 1200;

/// The most characters of the notes below the list of turns.
const MOST_NOTED_BELOW: usize = 300;

/// The most characters of an error.
const MOST_WORDS: usize = 500;

/// The number of records per page.
pub const RECORDS_ON_A_PAGE: usize = 25;

/// A page, counted from 0, of the records of a file, with a menu to open one.
pub fn import_list(file: &RecordFile, number: u32, page: usize) -> Composed {
    let count = file.count();
    let pages = count.div_ceil(RECORDS_ON_A_PAGE);
    let page = page.min(pages.saturating_sub(1));
    let first = page * RECORDS_ON_A_PAGE;
    let last = count.min(first + RECORDS_ON_A_PAGE);
    let options = (first..last).map(|index| {
        let listed = file.listed(index);
        let [white, black] = &listed.names.map(|name| match name.trim() {
            "" => String::from("?"),
            name => cut(name, 40),
        });
        let label = format!("{}: {white} – {black}", index + 1);
        let about = [listed.result, listed.day];
        let about: Vec<_> = about.into_iter().filter(|word| !word.is_empty()).collect();
        MenuOption {
            description: cut(&about.join(" · "), 100),
            ..MenuOption::new(cut(&label, 100), index.to_string())
        }
    });
    let menu = Menu::one(
        "Look at a record…",
        Press::ImportOpen { number },
        options.collect(),
    );
    let mut content = format!("This file has **{count} records**. Choose one to look at.");
    let mut rows = Vec::new();
    if pages > 1 {
        content.push_str(&format!("\n-# Records {} to {last}", first + 1));
        let to = |page| Press::ImportList { number, page };
        rows.push(page_buttons(page, pages, to).into());
    }
    Composed {
        menus: vec![menu],
        rows,
        ..Composed::text(content)
    }
}

/// The line that names the encoding of a file.
pub fn read_as(encoding: &str) -> String {
    format!("\n-# This file is not UTF-8. The bot read it as {encoding}.")
}

/// The match of a record: players, turns, last board, animation, and buttons for paging and continuing.
pub fn imported(read: &Recorded, import: Import) -> Composed {
    let state = &read.state;
    let [first, second] =
        Seat::BOTH.map(|seat| with_colour(called(read, seat), state.colour(seat)));
    let result = result_sentence(state, |player| of_player(read, player));
    let result = result.unwrap_or_else(|| String::from("The record ends before the match does."));
    let day = if state.proposed_at() == Moment::default() {
        String::new()
    } else {
        format!(" · {}", date(state.proposed_at()))
    };
    let turns = record_text(&state.written_record(0)).replace('`', "'");
    let turns = match cut_middle(&turns, MOST_TURNS) {
        turns if turns.is_empty() => String::from("No turn was played."),
        turns => format!("```\n{turns}\n```"),
    };
    let notes = match read.notes.len() as u64 {
        0 => String::new(),
        count => format!(
            "\n-# {} are shown with their turns: page back to read them.",
            counted(count, "note")
        ),
    };
    Composed {
        content: format!(
            "**{}**, a record: {first} against {second} · {}{day}\n**{result}**\n{turns}{notes}{}",
            state.game().card.name,
            counted(state.ply(), "turn"),
            cut(&noted(read, state.ply()), MOST_NOTED_BELOW),
        ),
        picture: Some(unsigned(state)),
        replay: Replay::of(state, Pace::Normal),
        rows: vec![pages(state, state, import)],
        ..Composed::default()
    }
}

/// The match of a record at one of its boards.
pub fn import_page(read: &Recorded, stage: &Match, import: Import) -> Composed {
    let state = &read.state;
    let [first, second] = Seat::BOTH.map(|seat| called(read, seat));
    let place = match stage.ply() {
        0 => String::from("before the first turn"),
        ply => format!("turn {ply} of {}", state.ply()),
    };
    let turn = in_plain_text(&last_turn_sentence(stage), |user| {
        Some(of_player(read, Player::Person(user)))
    });
    let result = result_sentence(stage, |player| of_player(read, player));
    let result = result.map(|result| format!("\n**{result}**"));
    Composed {
        content: format!(
            "**{}**, a record: {first} against {second}, {place}\n{turn}{}{}",
            state.game().card.name,
            result.unwrap_or_default(),
            noted(read, stage.ply())
        ),
        picture: Some(unsigned(stage)),
        rows: vec![pages(state, stage, import)],
        ..Composed::default()
    }
}

/// The notes of a record on a board.
fn noted(read: &Recorded, ply: u32) -> String {
    let mut lines = String::new();
    for note in read.notes.iter().filter(|note| note.ply == ply) {
        let who = match note.seat {
            Some(seat) => called(read, seat),
            None => String::from("The record"),
        };
        lines.push_str(&format!("\n> {who} notes: {}", escaped(&note.text)));
    }
    cut(&lines, MOST_NOTED)
}

/// The question for the opponent for a match that continues from this board.
pub fn play_on(stage: &Match, import: Import, alone: bool) -> Composed {
    let ply = stage.ply();
    let button = |label: String, how| {
        let press = Press::PlayOn { import, ply, how };
        Button::new(label, Tone::Primary, press)
    };
    let of_seat = |seat| format!("{} Against Computer", stage.colour(seat));
    let mut buttons = vec![
        button(of_seat(Seat::First), PlayOn::First),
        button(of_seat(Seat::Second), PlayOn::Second),
    ];
    if !alone {
        buttons.push(button(String::from("Challenge Anyone"), PlayOn::Anyone));
    }
    let to_move = stage
        .position()
        .to_move()
        .map(|seat| format!(" {} is to move.", stage.colour(seat)))
        .unwrap_or_default();
    let text = format!(
        "Go on from here in a match that does not count for ratings.{to_move} Which side do you play?"
    );
    Composed::text(text).with_row(buttons)
}

/// The buttons for paging, and the one that continues the match.
fn pages(whole: &Match, stage: &Match, import: Import) -> Vec<Button> {
    let (ply, last) = (stage.ply(), whole.ply());
    let step = |to| Press::ImportStep { import, ply, to };
    let on = Press::PlayOnFrom { import, ply };
    let on = Button::new("Play On…", Tone::Primary, on);
    let mut buttons = step_buttons(step, ply > 0, ply < last);
    buttons.push(on.enabled(stage.position().outcome().is_none()));
    buttons
}

/// The player's name, or else their colour.
fn called(read: &Recorded, seat: Seat) -> String {
    match cut(&read.names[seat.index()], 60) {
        name if name.is_empty() => read.state.colour(seat).to_owned(),
        name => escaped(&name),
    }
}

fn of_player(read: &Recorded, player: Player) -> String {
    match read.state.players() {
        Some([first, _]) if first == player => called(read, Seat::First),
        _ => called(read, Seat::Second),
    }
}

/// The error of an import, with the board before the wrong turn.
pub fn no_record(error: &RecordError) -> Composed {
    let words = escaped(&cut_middle(&error.to_string(), MOST_WORDS));
    Composed {
        picture: error.before.as_deref().map(unsigned),
        ..Composed::text(words)
    }
}

/// The board without players' names, as the ids in a record are placeholders.
fn unsigned(state: &Match) -> Picture {
    Picture {
        players: None,
        ..board_picture(state, Seat::First)
    }
}
