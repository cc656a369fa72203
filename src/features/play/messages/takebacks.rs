//! Messages about take-backs.

use crate::board::Seat;
use crate::discord::ui::board::{YOURS_AGAIN, call, posted, shown};
use crate::discord::ui::words::{at_seat, list};
use crate::discord::ui::{Button, Composed, Tone, cut};
use crate::features::play::press::Press;
use crate::matches::{Entry, Match, written_entries};

/// The request for a take-back.
pub(crate) fn asked(now: &Match, by: Seat) -> Composed {
    let (id, board) = (now.id(), now.board());
    let [asked, asking] = [by.other(), by].map(|seat| at_seat(now, seat));
    let from = now.last_turn_of(by).map_or(0, |(ply, _)| ply);
    let turns = turns(from, &now.written_record(from));
    Composed {
        content: format!(
            "{asked}, {asking} asks to take back {turns}. The request lapses with the next turn."
        ),
        rows: vec![vec![
            Button::new(
                "Accept Take-Back",
                Tone::Success,
                Press::TakebackAccept { id, board },
            ),
            Button::plain("Decline", Press::TakebackDecline { id, board }),
        ]],
        pings: now.person(by.other()).iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// The post about a declined take-back.
pub(crate) fn declined(now: &Match, by: Seat) -> Composed {
    let by = at_seat(now, by);
    Composed::text(format!("{by} declined the take-back. The match goes on."))
}

/// The board after a take-back. It pings the player who did not take back.
pub(crate) fn taken_back(now: &Match, seat: Seat, agreed: bool) -> Composed {
    let other = at_seat(now, seat.other());
    let removed = written_entries(now.position(), now.taken_back());
    let turns = turns(now.record().len(), &removed);
    if agreed {
        return posted(
            now,
            format!(
                "{}\n{other} agreed to take back {turns}.",
                call(now, YOURS_AGAIN)
            ),
        );
    }
    // Only the other player needs the ping: they were called to a board that is gone.
    let who = at_seat(now, seat);
    let content =
        format!("{other}: {who} took back {turns} and is choosing again. No need to move yet.");
    Composed {
        pings: now.person(seat.other()).iter().map(|user| user.0).collect(),
        ..shown(now, content)
    }
}

/// The most turns that are listed, and the most characters of each.
const NAMED: usize = 3;
const SHOWN: usize = 300;

/// The turns of a record from entry `from` on: `**e4** (turn 7) and **e5** (turn 8)`.
fn turns(from: usize, entries: &[Entry]) -> String {
    let made = || {
        entries
            .iter()
            .zip(from + 1..)
            .filter_map(|(entry, number)| Some((number, entry.text.as_deref()?)))
    };
    // A player who is passed over repeatedly lets the other one make many turns.
    if let (many, Some((first, _))) = (made().count(), made().next())
        && many > NAMED
    {
        return format!("{many} turns, from turn {first} on");
    }
    let turns: Vec<_> = made()
        .map(|(number, text)| format!("**{}** (turn {number})", cut(text, SHOWN)))
        .collect();
    list(&turns)
}
