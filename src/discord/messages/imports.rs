//! Records that people bring along.

use super::board::{board_picture, last_turn_sentence};
use super::composed::leaf_buttons;
use super::words::{counted, cut, cut_middle, date, escaped, in_plain_text};
use super::{Button, Composed, Pace, Picture, Replay, Tone};
use crate::board::Seat;
use crate::discord::custom_id::{CustomId, PlayOn};
use crate::matches::{Match, Moment, Player, record_text, result_sentence};
use crate::records::{RecordError, Recorded};

/// The most characters that the list of turns takes.
const MOST_TURNS: usize = 1200;

/// The most characters that the notes of one board take.
const MOST_NOTED: usize = 1200;

/// The most characters that they take below the list of turns.
const MOST_NOTED_BELOW: usize = 300;

/// The most characters that a sentence about a record takes.
const MOST_WORDS: usize = 500;

/// The match of a record: its players, its turns, its last board, and the match in motion. With the `number` under which
/// the record is kept there are buttons to page through it, and to play on.
#[must_use]
pub fn imported(read: &Recorded, number: Option<u32>) -> Composed {
    let state = &read.state;
    let [first, second] =
        Seat::BOTH.map(|seat| format!("{} ({})", called(read, seat), state.colour(seat)));
    let result = result_sentence(state, |player| of_player(read, player));
    let result = result.unwrap_or_else(|| String::from("The record ends before the match does."));
    let day = if state.proposed_at() == Moment::default() {
        String::new()
    } else {
        format!(" · {}", date(state.proposed_at()))
    };
    let turns = record_text(state.record()).replace('`', "'");
    let turns = match cut_middle(&turns, MOST_TURNS) {
        turns if turns.is_empty() => String::from("No turn was played."),
        turns => format!("```\n{turns}\n```"),
    };
    let notes = match read.notes.len() as u64 {
        0 => String::new(),
        count if number.is_some() => format!(
            "\n-# {} stand under their turns: page back to read them.",
            counted(count, "note")
        ),
        count => format!("\n-# It has {}.", counted(count, "note")),
    };
    let turns = match number {
        Some(_) => turns,
        None => {
            format!(
                "{turns}\n-# This record is too long to be kept, so it cannot be paged through."
            )
        }
    };
    Composed {
        content: format!(
            "**{}**, a record: {first} against {second} · {}{day}\n**{result}**\n{turns}{notes}{}",
            state.game().card.name,
            counted(u64::from(state.ply()), "turn"),
            cut(&noted(read, state.ply()), MOST_NOTED_BELOW),
        ),
        picture: Some(unsigned(state)),
        replay: Replay::of(state, Pace::Normal),
        rows: number
            .map(|number| vec![pages(state, state, number)])
            .unwrap_or_default(),
        ..Composed::default()
    }
}

/// The match of a record as it stood after one of its turns.
#[must_use]
pub fn import_page(read: &Recorded, stage: &Match, number: u32) -> Composed {
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
        rows: vec![pages(state, stage, number)],
        ..Composed::default()
    }
}

/// What the record notes of a board, as lines below what is said of it.
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

/// The question against whom to go on from a board of a record.
#[must_use]
pub fn play_on(stage: &Match, number: u32, alone: bool) -> Composed {
    let ply = stage.ply();
    let button = |label: String, how| {
        let press = CustomId::PlayOn { number, ply, how };
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
    Composed {
        rows: vec![buttons],
        ..Composed::text(format!(
            "Go on from here in a match that does not count for ratings.{to_move} Which side do you play?"
        ))
    }
}

/// The buttons that turn over to other boards, and the one that plays on.
fn pages(whole: &Match, stage: &Match, number: u32) -> Vec<Button> {
    let (ply, last) = (stage.ply(), whole.ply());
    let leaf = |to| CustomId::ImportLeaf { number, ply, to };
    let on = CustomId::PlayOnFrom { number, ply };
    let on = Button::new("Play On…", Tone::Primary, on);
    let mut buttons = leaf_buttons(leaf, ply > 0, ply < last);
    buttons.push(on.enabled(stage.position().outcome().is_none()));
    buttons
}

/// What a player of a record is called: by name, or else by colour.
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

/// Why a file is no record, with the board before the turn that is wrong.
#[must_use]
pub fn no_record(error: &RecordError) -> Composed {
    let words = escaped(&cut_middle(&error.to_string(), MOST_WORDS));
    Composed {
        picture: error.before.as_deref().map(unsigned),
        ..Composed::text(words)
    }
}

/// The board without anybody's name: whoever the numbers of a record belong to, the record does not know.
fn unsigned(state: &Match) -> Picture {
    Picture {
        players: None,
        ..board_picture(state, Seat::First)
    }
}
