//! The posts of a tournament, which are edited in place: who has joined, then the bracket, or the table of a Swiss
//! tournament. A large one has a post for each part.

use super::view::View;
use crate::discord::ui::contests::words::{with_lines, with_people};
use crate::discord::ui::contests::{entry, link};
use crate::discord::ui::{Button, Composed, Tone};
use crate::features::tournaments::model::State;
use crate::features::tournaments::press::Press;

/// Returns the post of a part; `None` if there is no such part.
pub fn post(view: &View, part: usize) -> Option<Composed> {
    let id = view.id();
    let head = head(view, part);
    if part > 0 {
        return Some(Composed {
            drawing: Some(view.picture(part)?),
            ..Composed::text(with_lines(head, view.table_text(part), |_| String::new()))
        });
    }
    let mut text = format!("{head}{}", view.state());
    let mut buttons = Vec::new();
    match view.contest.state() {
        State::Gathering => {
            let requests = view.contest.requests();
            text.push_str(&entry::lines(&view.journal, requests));
            text.push_str(&format!("\n-# {}", view.how_it_works()));
            text = with_joined(view, text);
            buttons.push(Button::new("Join", Tone::Success, Press::Join(id)));
            buttons.push(Button::plain("Leave…", Press::AskLeave(id)));
        }
        State::Running => {
            text = with_lines(text, view.table_text(0), |_| String::new());
            text = with_joined(view, text);
            buttons.push(Button::new("My Games", Tone::Primary, Press::Show(id)));
            buttons.push(results(view));
            buttons.push(Button::plain("Leave…", Press::AskLeave(id)));
            buttons.extend(view.league_button());
        }
        State::Over if view.contest.began().is_some() => {
            text = with_lines(text, view.table_text(0), |_| String::new());
            buttons.push(results(view));
            buttons.extend(view.league_button());
        }
        State::Over => {}
    }
    buttons.extend(link::of_closed(&view.journal));
    Some(Composed {
        drawing: view.picture(0),
        rows: Vec::from_iter((!buttons.is_empty()).then_some(buttons)),
        ..Composed::text(text)
    })
}

/// Returns the first line of a post, which no other post has.
pub fn head(view: &View, part: usize) -> String {
    match part {
        0 => format!("{} · {}\n", view.title(), view.terms()),
        part if view.contest.is_swiss() => {
            format!("{} · table, part {}\n", view.title(), part + 1)
        }
        part => format!("{} · bracket, part {part}\n", view.title()),
    }
}

/// Adds the people who have joined, and those who wait for a place.
fn with_joined(view: &View, text: String) -> String {
    let (playing, waiting) = view.contest.places();
    let text = with_people(text, "Joined", playing);
    with_people(text, "Waiting for a place", waiting)
}

/// Returns the button for the results of the round that is being played.
pub(super) fn results(view: &View) -> Button {
    let round = view.contest.current_round();
    let press = Press::Results {
        tournament: view.id(),
        round: round.unwrap_or(view.last_round()),
    };
    Button::plain("All Results", press)
}
