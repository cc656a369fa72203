//! What leads a player from one match to the next.

use crate::discord::ui::match_lines;
use crate::discord::ui::{Button, Composed, Tone};
use crate::features::play::model::next::Waiting;
use crate::features::play::model::view::BoardView;
use crate::features::play::press::Press;
use crate::features::play::session_press::PickAct;
use crate::matches::{MatchId, UserId};

/// Discord's limits of components: rows in a message, and buttons in a row.
const ROWS: usize = 5;
const IN_A_ROW: usize = 5;

/// What a player reads who has made the turns of all their matches.
pub const NOTHING_LEFT: &str = "No other match waits for you.";

/// What a player reads who closes the picker without having made a turn.
pub const LATER: &str = "Your matches wait for you. `/games` lists them.";

/// Adds the buttons that leave a match for later.
pub(crate) fn with_ways_on(mut composed: Composed, shown: &BoardView) -> Composed {
    if shown.session.sitting.is_some() {
        let skip = Button::plain("Skip", shown.press(PickAct::Skip));
        let later = Button::plain("Later", shown.press(PickAct::Later));
        add(&mut composed, vec![skip, later]);
    }
    composed
}

/// Puts the picker of the next match below a line about what was done before. `more` is how many others wait.
pub fn next(before: &Composed, mut picker: Composed, more: usize) -> Composed {
    let (before_it, more) = (before.content.trim_end(), more_wait(more));
    picker.content = format!("{before_it}\n\n{}{more}", picker.content)
        .trim_start()
        .to_owned();
    for row in &before.rows {
        add(&mut picker, row.clone());
    }
    picker
}

/// Says that a match was skipped. `all` means that none is left that was not skipped.
pub fn skipped(id: MatchId, all: bool) -> Composed {
    Composed::text(match all {
        true => String::from(
            "You have skipped all matches that wait for you. Here is the first of them again.",
        ),
        false => format!("You skipped match {id}."),
    })
}

/// Names the next match with its place, where no picker can be opened.
pub fn link(before: Composed, one: &Waiting, user: UserId, more: usize) -> Composed {
    let (next, more) = (match_lines::line(&one.listed, user), more_wait(more));
    Composed {
        content: format!("{}\nNext: {next}{more}", before.content.trim_end()),
        ..before
    }
}

/// Offers the picker of the next match to a player whose turn was posted for everybody.
pub fn offer(one: &Waiting, user: UserId, more: usize) -> Composed {
    let offered = link(Composed::default(), one, user, more);
    with_next(Composed {
        content: offered.content.trim_start().to_owned(),
        ..offered
    })
}

/// Adds the button that opens the next match.
pub fn with_next(mut before: Composed) -> Composed {
    let next = Button::new("Next", Tone::Primary, Press::Next);
    before.rows.push(vec![next]);
    before
}

/// Returns how many matches wait apart from the next one, on a line of its own.
fn more_wait(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => String::from("\n-# 1 more waits for you."),
        more => format!("\n-# {more} more wait for you."),
    }
}

/// Adds buttons in the last row, else on a row of their own, else not at all: they are a convenience. A phone shows few
/// rows.
fn add(composed: &mut Composed, buttons: Vec<Button>) {
    let all = composed.menus.len() + composed.rows.len();
    match composed.rows.last_mut() {
        Some(last) if last.len() + buttons.len() <= IN_A_ROW => last.extend(buttons),
        _ if all < ROWS => composed.rows.push(buttons),
        _ => {}
    }
}
