//! The question before somebody resigns.

use crate::board::Seat;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::at_seat;
use crate::discord::ui::{Button, Composed, Tone};
use crate::matches::Match;

/// The question whether a player really wants to give up, or to abort a match that has hardly begun.
#[must_use]
pub fn resign_question(now: &Match, seat: Seat) -> Composed {
    let (id, board) = (now.id(), now.board());
    let opponent = at_seat(now, seat.other());
    let resign = |tone| Button::new("Resign", tone, CustomId::ResignConfirm { id, board });
    let keep = Button::new("Keep Playing", Tone::Plain, CustomId::ResignKeep(id));
    if now.may_abort() {
        let abort = Button::new("Abort", Tone::Danger, CustomId::Abort(id));
        return Composed {
            rows: vec![vec![abort, resign(Tone::Plain), keep]],
            ..Composed::text(format!(
                "Do you want to abort match {id}, **{}**? Not both of you have made a turn, so it would count for nothing. \
                 If you resign instead, {opponent} wins.",
                now.game().card.name
            ))
        };
    }
    Composed {
        content: format!(
            "Do you want to resign match {id}, **{}**? {opponent} wins, and it cannot be taken back.",
            now.game().card.name
        ),
        rows: vec![vec![resign(Tone::Danger), keep]],
        ..Composed::default()
    }
}
