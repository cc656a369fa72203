//! A match's board as one person looks at it.

use crate::board::Seat;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::terms::rules_button;
use crate::discord::ui::words::called;
use crate::discord::ui::{
    Button, Composed, Tone, board_buttons, board_picture, card_text, last_turn_sentence,
};
use crate::matches::{ChannelId, Match, UserId, result_sentence};
use crate::people::Moment;

/// The board as it stands, for one person: with the buttons of a turn for who plays, and with ways to look for who
/// watches. `thread` is where the match is, if that is somewhere else; `at` is when they look.
#[must_use]
pub fn board(
    now: &Match,
    thread: Option<ChannelId>,
    user: UserId,
    seen_from: Seat,
    at: Moment,
) -> Composed {
    if now.players().is_none() {
        return Composed {
            picture: Some(board_picture(now, seen_from)),
            rows: Vec::new(),
            pings: Vec::new(),
            ..Composed::text(card_text(now, None, at))
        };
    }
    let last = last_turn_sentence(now);
    let last = if last.is_empty() {
        String::new()
    } else {
        format!("\n{last}")
    };
    let state = if result_sentence(now, called).is_some() {
        String::new()
    } else {
        last
    };
    Composed {
        content: format!("{}{state}", card_text(now, thread, at)),
        picture: Some(board_picture(now, seen_from)),
        rows: if now.seat_of(user).is_some() {
            board_buttons(now)
        } else {
            vec![watchers_buttons(now)]
        },
        ..Composed::default()
    }
}

/// What somebody can do who watches a match.
pub(crate) fn watchers_buttons(now: &Match) -> Vec<Button> {
    let id = now.id();
    let mut buttons = Vec::new();
    if now.ply() > 0 {
        let ply = now.ply();
        buttons.extend([
            Button::new("History", Tone::Plain, CustomId::History { id, ply }),
            Button::new("Replay", Tone::Plain, CustomId::Replay(id)),
        ]);
    }
    if now.to_move().is_some() {
        buttons.push(Button::new("Follow", Tone::Plain, CustomId::Follow(id)));
    }
    buttons.extend([
        Button::new("Describe", Tone::Plain, CustomId::Describe(id)),
        rules_button(now),
    ]);
    buttons
}
