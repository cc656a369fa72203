use serde_json::{Value, json};

use super::composed::{Button, Composed, Tone};
use super::custom_id::CustomId;
use super::words::cut;
use crate::games::Card;
use crate::matches::Match;

/// The id of the field in which a turn is typed.
pub const TURN_FIELD: &str = "turn";

/// What is read instead of a form that would have come too late, with a button that opens it.
#[must_use]
pub fn form_late(again: CustomId) -> Composed {
    let mut composed = Composed::text(
        "I was too slow to open the form. It opens with this button; nothing is lost.",
    );
    composed.rows = vec![vec![Button::new("Type Instead…", Tone::Primary, again)]];
    composed
}

/// The modal with the text field for a turn, in which `typed` stands already.
#[must_use]
pub fn turn_modal(now: &Match, typed: &str) -> Value {
    let card = &now.game().card;
    let title = cut(
        &format!("{}, turn {}", card.name, now.ply().saturating_add(1)),
        45,
    );
    let label = now.to_move().map_or_else(
        || String::from("Your turn"),
        |seat| format!("Your turn as {}", now.colour(seat)),
    );
    let id = CustomId::MoveText {
        id: now.id(),
        board: now.board(),
    };
    modal(&id, &title, &label, card, typed)
}

pub(crate) fn modal(id: &CustomId, title: &str, label: &str, card: &Card, typed: &str) -> Value {
    json!({
        "custom_id": id.to_string(),
        "title": title,
        "components": [{
            "type": 1,
            "components": [{
                "type": 4,
                "custom_id": TURN_FIELD,
                "style": 1,
                "label": cut(label, 45),
                "placeholder": cut(card.turn_hint, 100),
                "value": typed,
                "required": true,
                "min_length": 1,
                "max_length": 1000,
            }],
        }],
    })
}
