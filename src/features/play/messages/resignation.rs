//! The confirmation before a player resigns.

use crate::board::Seat;
use crate::discord::ui::words::at_seat;
use crate::discord::ui::{Button, Composed, Tone};
use crate::features::play::press::Press;
use crate::matches::Match;

/// The question whether a player wants to resign, or to cancel a match in its first turns.
///
/// `means` says what a cancellation means apart from that; it may be empty.
pub fn resign_question(now: &Match, seat: Seat, means: &str) -> Composed {
    let (id, board) = (now.id(), now.board());
    let opponent = at_seat(now, seat.other());
    let resign = |tone| Button::new("Resign", tone, Press::ResignConfirm { id, board });
    let keep = Button::plain("Keep Playing", Press::ResignKeep(id));
    if now.may_abort() {
        let cancel = Button::new("Cancel Match", Tone::Danger, Press::Abort(id));
        return Composed {
            rows: vec![vec![cancel, resign(Tone::Plain), keep]],
            ..Composed::text(format!(
                "Do you want to cancel match {id}, **{}**? You have not both moved yet, so it does not count.{} \
                 If you resign instead, {opponent} wins.",
                now.game().card.name,
                if means.is_empty() {
                    String::new()
                } else {
                    format!(" {means}")
                }
            ))
        };
    }
    Composed {
        content: format!(
            "Do you want to resign match {id}, **{}**? {opponent} wins. This cannot be undone.",
            now.game().card.name
        ),
        rows: vec![vec![resign(Tone::Danger), keep]],
        ..Composed::default()
    }
}
