use super::words::short_duration;
use crate::board::Seat;
use crate::board::scene::Bar;
use crate::games::{DynPosition, Verdict};
use crate::matches::{Ending, Match, TimeControl, ending_note};

/// Returns the strip above a board of a match, also after steps that do not count yet. Players are
/// called by their colours; the painter, who knows their names, puts those in.
///
/// A clock shows the time left at the last change: with a bank both matter, and a picture cannot count
/// down.
pub fn bar(now: &Match, position: &dyn DynPosition, note: String) -> Bar {
    let mut bar = Bar {
        note,
        ..now.game().bar(position)
    };
    // The position knows nothing of resignations, agreements and clocks.
    let winner = match now.ending().and_then(Ending::verdict) {
        Some(Verdict::Win(seat)) => Some(seat),
        _ => None,
    };
    let banks = matches!(now.proposal().time, TimeControl::Bank { .. }) && now.players().is_some();
    for (seat, side) in Seat::BOTH.into_iter().zip(&mut bar.sides) {
        side.to_move = now.to_move() == Some(seat);
        side.won = winner == Some(seat);
        // A computer's clock never runs.
        if banks && now.computer(seat).is_none() {
            let left = short_duration(now.clocks().left(seat, now.changed_at()));
            side.stock = if side.stock.is_empty() {
                left
            } else {
                format!("{} · {left}", side.stock)
            };
        }
    }
    bar
}

/// Returns the words between the players in the strip: how the match ended, or else the last turn.
pub fn note(now: &Match, seen_from: Seat) -> String {
    match now.ending() {
        Some(ending) => ending_note(ending),
        None => last_turn(now, seen_from).unwrap_or_default(),
    }
}

/// Returns the last turn: its word (`castled short`), else its notation. `None` before the first turn.
pub(crate) fn last_turn(now: &Match, seen_from: Seat) -> Option<String> {
    let (_, written) = now.last_written()?;
    let position = now.position();
    let deed = position.deed(now.last_turn()).map(str::to_owned);
    Some(deed.unwrap_or_else(|| position.turn_on_picture(&written, seen_from)))
}
