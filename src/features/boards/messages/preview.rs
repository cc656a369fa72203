use crate::board::Seat;
use crate::discord::ui::custom_id::{CustomId, PickAct};
use crate::discord::ui::words::{effects, last_entry, passes};
use crate::discord::ui::{Button, Composed, Tone, board_picture, result};
use crate::features::boards::service::drafts::Prepared;

/// What a typed turn would do, shown to its player before it counts. `change` is what the button *Change* asks for.
#[must_use]
pub fn preview(prepared: &Prepared, seen_from: Seat, change: CustomId) -> Composed {
    let play = CustomId::PlayDraft {
        id: prepared.after.id(),
        board: prepared.draft.board,
        mark: prepared.draft.mark(),
    };
    before_it_counts(prepared, seen_from, play, change)
}

/// What any turn would do; `play` and `change` are what the buttons *Play* and *Change* ask for.
pub(crate) fn before_it_counts(
    prepared: &Prepared,
    seen_from: Seat,
    play: CustomId,
    change: CustomId,
) -> Composed {
    let text = last_entry(&prepared.after)
        .map(|(_, text)| text)
        .unwrap_or_default();
    let turn = format!("Your turn: **{text}**");
    let buttons = vec![
        Button::new("Play", Tone::Success, play),
        Button::new("Change", Tone::Plain, change),
    ];
    outcome(prepared, seen_from, &turn, "Play it?", buttons)
}

/// What the board would be at the end of a line of turns, the last of which is whole and the player's own. `line` is the
/// line in words.
pub(crate) fn line_preview(
    prepared: &Prepared,
    line: &str,
    seen_from: Seat,
    generation: u32,
) -> Composed {
    let id = prepared.after.id();
    let mut buttons = vec![Button::new(
        "Save",
        Tone::Success,
        CustomId::Pick {
            id,
            generation,
            act: PickAct::Save,
        },
    )];
    if prepared.after.ending().is_none() {
        buttons.push(Button::new(
            "Go On",
            Tone::Primary,
            CustomId::Pick {
                id,
                generation,
                act: PickAct::On,
            },
        ));
    }
    buttons.push(Button::new(
        "Change",
        Tone::Plain,
        CustomId::Pick {
            id,
            generation,
            act: PickAct::Back,
        },
    ));
    outcome(
        prepared,
        seen_from,
        line,
        "Save it? Only you see it.",
        buttons,
    )
}

/// The board after a turn that is not made yet: what the turn is, what it would do, and what is asked.
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
