//! The post of a simul, which is edited in place: the seats, then a line for each board.

use super::view::{View, how_it_works};
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::contests::{entry, link};
use crate::discord::ui::{Button, Composed, Tone};
use crate::features::simuls::model::{Simul, State};
use crate::features::simuls::press::Press;

/// The most characters of a text with links to all threads.
const MOST_WITH_LINKS: usize = 1800;

/// Returns the beginning of the post, which no other post has.
pub fn head(view: &View) -> String {
    format!("{} · ", view.title())
}

/// Returns the post.
pub fn post(view: &View) -> Composed {
    let mut text = format!(
        "{}{}\n{}\n{}",
        head(view),
        view.who(),
        view.terms(),
        view.state()
    );
    let mut buttons = Vec::new();
    match view.simul.state() {
        State::Gathering if !view.journal.closed => {
            text.push_str(&entry::lines(&view.journal, view.simul.requests()));
            text.push_str(&format!("\n-# {}", how_it_works(view.simul.rules())));
            buttons = seats(view);
        }
        State::Running => {
            let id = view.id();
            buttons.push(Button::new("My Board", Tone::Primary, Press::Show(id)));
            buttons.push(Button::plain("Boards", Press::Boards(id)));
        }
        State::Gathering | State::Over | State::Cancelled(_) => {}
    }
    buttons.extend(link::of_closed(&view.journal));
    Composed {
        gallery: view.picture(),
        rows: Vec::from_iter((!buttons.is_empty()).then_some(buttons)),
        ..Composed::text(with_boards(view, text))
    }
}

/// Adds the lines of the boards. If they are too many, they are without links.
pub(super) fn with_boards(view: &View, text: String) -> String {
    if matches!(view.simul.state(), State::Cancelled(_)) {
        return text;
    }
    let length = |lines: &[String]| -> usize {
        let lines = lines.iter().map(|line| line.chars().count() + 1);
        text.chars().count() + lines.sum::<usize>()
    };
    let mut lines = view.lines(true);
    if length(&lines) > MOST_WITH_LINKS {
        lines = view.lines(false);
    }
    with_lines(text, lines, |rest| format!("…and {rest} more."))
}

/// Returns the buttons before the start.
fn seats(view: &View) -> Vec<Button> {
    let id = view.id();
    let can_begin = Simul::can_begin(&view.simul);
    let mut buttons = free_seat(view);
    buttons.extend([
        Button::plain("Leave", Press::Leave(id)),
        Button::new("Start", Tone::Primary, Press::Start(id)).enabled(can_begin),
        Button::plain("Cancel…", Press::AskCancel(id)),
    ]);
    buttons
}

/// Returns the buttons of a person who can take a seat.
pub(super) fn free_seat(view: &View) -> Vec<Button> {
    let id = view.id();
    let mut buttons = vec![Button::new("Take a Seat", Tone::Success, Press::Sit(id))];
    if view.is_rated() {
        buttons.push(Button::plain("Take Unrated Seat", Press::SitUnrated(id)));
    }
    buttons
}
