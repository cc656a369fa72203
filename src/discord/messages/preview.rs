use super::news::board_picture;
use super::words::{effects, last_entry, passes, result};
use super::{Button, Composed, Tone};
use crate::arbiter::Prepared;
use crate::board::Seat;
use crate::discord::custom_id::CustomId;

/// What a typed turn would do, shown to its player before it counts. `change` is what the button *Change* asks for.
#[must_use]
pub fn preview(prepared: &Prepared, seen_from: Seat, change: CustomId) -> Composed {
    let play = CustomId::PlayDraft { id: prepared.after.id(), board: prepared.draft.board, mark: prepared.draft.mark() };
    before_it_counts(prepared, seen_from, play, change)
}

/// What any turn would do; `play` and `change` are what the buttons *Play* and *Change* ask for.
pub(super) fn before_it_counts(prepared: &Prepared, seen_from: Seat, play: CustomId, change: CustomId) -> Composed {
    let Prepared { view, after, .. } = prepared;
    let id = after.id();
    let text = last_entry(after).map(|(_, text)| text).unwrap_or_default();
    let effects = effects(after.position(), after.last_turn());
    let over = result(after);
    let over = if over.is_empty() { over } else { format!(" It ends the match: {over}.") };
    let name = view.state.game().card.name;
    Composed {
        content: format!(
            "Match {id}, **{name}**: turn {} would be **{text}**{effects}.{}{over}\nNothing is played yet.",
            view.state.ply().saturating_add(1),
            passes(after)
        ),
        picture: Some(board_picture(after, seen_from)),
        rows: vec![vec![Button::new("Play", Tone::Success, play), Button::new("Change", Tone::Plain, change)]],
        ..Composed::default()
    }
}
