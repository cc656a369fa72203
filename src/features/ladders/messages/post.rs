//! The post of a ladder, which is edited in place.

use super::view::{View, places};
use crate::discord::ui::contests::{entry, link};
use crate::discord::ui::{Button, Composed, Tone, mention, relative};
use crate::features::ladders::press::Press;

/// The most recent climbs that are told.
const MOST_CLIMBS: usize = 3;

/// Returns the beginning of the post, which no other post has.
pub fn head(view: &View) -> String {
    format!("{} · {} · ", view.title(), view.terms())
}

/// Returns the post: the order as a picture, recent climbs, and buttons.
pub fn order(view: &View) -> Composed {
    let mut text = format!("{}{}{}", head(view), view.people(), view.condition_line());
    if !view.is_closed() {
        text.push_str(&entry::lines(&view.journal, view.ladder.requests()));
    }
    if view.ladder.size() == 0 && !view.is_closed() {
        text.push_str("\nNobody is on the ladder yet. Press *Join* to take the first place.");
    }
    let climbs = view.records.climbs();
    let latest = climbs.iter().rev().take(MOST_CLIMBS);
    for climb in latest {
        text.push_str(&format!(
            "\n▲ {} took place {} from {} {}",
            mention(climb.rise.user),
            climb.rise.to,
            mention(climb.over),
            relative(climb.at)
        ));
    }
    if !view.is_closed() {
        text.push_str(&format!(
            "\n-# Challenge somebody up to {} above you. If you win, you take the place just above them.",
            places(view.ladder.reach())
        ));
    }
    let id = view.id();
    let buttons = vec![
        Button::new("Join", Tone::Success, Press::Join(id)),
        Button::new("Challenge…", Tone::Primary, Press::AskChallenge(id)).enabled(view.is_open()),
        Button::plain("My Ladder", Press::Mine(id)),
    ];
    Composed {
        drawing: view.drawing(0),
        rows: match view.is_closed() {
            true => link::of_closed(&view.journal).map(|one| vec![one]),
            false => Some(buttons),
        }
        .into_iter()
        .collect(),
        ..Composed::text(text)
    }
}
