use crate::board::Seat;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::{effects, passes, unbroken};
use crate::discord::ui::{Button, Composed, Tone, board_picture, result};
use crate::features::play::model::view::Prepared;
use crate::features::play::session_press::PickAct;

/// The preview of a turn for its player; `play` and `change` are the custom ids of *Play* and *Change*.
pub fn preview(prepared: &Prepared, seen_from: Seat, play: CustomId, change: CustomId) -> Composed {
    let written = prepared.after.last_written().map(|(_, written)| written);
    let turn = format!("Your move: **{}**", unbroken(&written.unwrap_or_default()));
    let buttons = vec![
        Button::new("Play", Tone::Success, play),
        Button::plain("Change", change),
    ];
    outcome(prepared, seen_from, &turn, "Play it?", buttons)
}

/// The preview of a turn for which a person votes.
pub(crate) fn vote_preview(
    prepared: &Prepared,
    seen_from: Seat,
    vote: CustomId,
    change: CustomId,
) -> Composed {
    let written = prepared.after.last_written().map(|(_, written)| written);
    let turn = format!("Your vote: **{}**", unbroken(&written.unwrap_or_default()));
    let buttons = vec![
        Button::new("Vote", Tone::Success, vote),
        Button::plain("Change", change),
    ];
    let question = "Vote for it? You can change your vote until voting closes.";
    outcome(prepared, seen_from, &turn, question, buttons)
}

/// The preview of a line, whose last turn is the player's own. `line` is the line in words.
pub(crate) fn line_preview(
    prepared: &Prepared,
    line: &str,
    seen_from: Seat,
    press: impl Fn(PickAct) -> CustomId,
) -> Composed {
    let mut buttons = vec![Button::new("Save", Tone::Success, press(PickAct::Play))];
    if prepared.after.ending().is_none() {
        buttons.push(Button::new("Go On", Tone::Primary, press(PickAct::On)));
    }
    buttons.push(Button::plain("Change", press(PickAct::Back)));
    let question = "Save it? Only you see it.";
    outcome(prepared, seen_from, line, question, buttons)
}

/// The board after a turn that is not played yet: its text, its effects, and the question.
fn outcome(
    prepared: &Prepared,
    seen_from: Seat,
    turn: &str,
    question: &str,
    buttons: Vec<Button>,
) -> Composed {
    let after = &prepared.after;
    let effects = effects(after.position(), after.last_turn());
    let over = result(after);
    let over = if over.is_empty() {
        over
    } else {
        format!(" It ends the match: {over}.")
    };
    let (id, name) = (after.id(), after.game().card.name);
    Composed {
        content: format!(
            "Match {id}, **{name}**\n{turn}{effects}.{}{over} {question}",
            passes(after)
        ),
        picture: Some(board_picture(after, seen_from)),
        rows: vec![buttons],
        ..Composed::default()
    }
}
