use serde_json::{Value, json};

use super::composed::{Button, Composed, Tone};
use super::custom_id::CustomId;
use super::words::cut;
use crate::features::play::press::Press as PlayPress;
use crate::games::Card;
use crate::matches::{MOST_REASON, Match};

/// The type of Discord's component for a field with a label and a description.
pub(crate) const LABEL: u8 = 18;

/// The id of the text field for a turn.
pub const TURN_FIELD: &str = "turn";

/// The id of the text field for a reason.
pub(crate) const REASON: &str = "reason";

/// Returns the message in place of a form that is too late, with a button that opens the form.
pub fn form_late(again: impl Into<CustomId>) -> Composed {
    let mut composed = Composed::text(
        "The bot was too slow to open the form. Press the button to open it; nothing is lost.",
    );
    composed.rows = vec![vec![Button::new("Type Instead…", Tone::Primary, again)]];
    composed
}

/// Returns the form with the text field for a turn, filled with `typed`.
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
    let id = PlayPress::MoveText {
        id: now.id(),
        board: now.board(),
    };
    modal(id, &title, &label, card, typed)
}

pub(crate) fn modal(
    id: impl Into<CustomId>,
    title: &str,
    label: &str,
    card: &Card,
    typed: &str,
) -> Value {
    let field = Field::required(TURN_FIELD, label, card.turn_hint, typed, 1000);
    form(id, title, &[field])
}

/// Returns the form for the reason of an act. `hint` says who reads the reason.
pub fn reason_form(id: CustomId, title: &str, hint: &str) -> Value {
    form(id, &cut(title, 45), &[reason(hint)])
}

/// Returns the field for a reason.
pub(crate) fn reason(hint: &str) -> Field<'_> {
    Field::required(REASON, "Your reason", hint, "", MOST_REASON)
}

pub(crate) struct Field<'a> {
    pub(crate) id: &'a str,
    pub(crate) label: &'a str,
    /// The text below the label.
    pub(crate) hint: &'a str,
    /// The text with which the field is filled at first.
    pub(crate) value: String,
    pub(crate) required: bool,
    /// The maximum number of characters.
    pub(crate) most: usize,
}

impl<'a> Field<'a> {
    /// Creates a field that must be filled in.
    pub(crate) fn required(
        id: &'a str,
        label: &'a str,
        hint: &'a str,
        value: impl Into<String>,
        most: usize,
    ) -> Self {
        Self {
            id,
            label,
            hint,
            value: value.into(),
            required: true,
            most,
        }
    }
}

/// Returns a form of one to five fields.
pub(crate) fn form(id: impl Into<CustomId>, title: &str, fields: &[Field<'_>]) -> Value {
    let rows = fields.iter().map(|field| {
        let input = json!({
            "type": 4,
            "custom_id": field.id,
            "style": 1,
            "value": field.value,
            "required": field.required,
            "min_length": u8::from(field.required),
            "max_length": field.most,
        });
        // A description is read while one types, a placeholder only before.
        let mut label = json!({"type": LABEL, "label": cut(field.label, 45), "component": input});
        if !field.hint.is_empty() {
            label["description"] = json!(cut(field.hint, 100));
        }
        label
    });
    let rows: Vec<_> = rows.collect();
    json!({"custom_id": id.into().as_str(), "title": title, "components": rows})
}
