//! What people read when turns are taken back.

use super::news::{YOURS_AGAIN, call, posted};
use super::words::{called, cut, due_turn, list};
use super::{Button, Composed, Tone};
use crate::board::Seat;
use crate::discord::custom_id::CustomId;
use crate::matches::{Entry, Match};

/// The question whether turns may be taken back.
pub(super) fn asked(now: &Match, by: Seat) -> Composed {
    let (id, board) = (now.id(), now.board());
    let [asked, asking] =
        [by.other(), by].map(|seat| now.player(seat).map(called).unwrap_or_default());
    let from = now.last_turn_of(by).map_or(0, |(ply, _)| ply);
    let turns = turns(from, now.record().get(from..).unwrap_or_default());
    Composed {
        content: format!(
            "{asked}, {asking} asks in {} to take back {turns}. The question ends with the next turn.",
            due_turn(now)
        ),
        rows: vec![vec![
            Button::new(
                "Accept Take-Back",
                Tone::Success,
                CustomId::TakebackAccept { id, board },
            ),
            Button::new(
                "Decline",
                Tone::Plain,
                CustomId::TakebackDecline { id, board },
            ),
        ]],
        pings: now.person(by.other()).iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// The answer that turns stand.
pub(super) fn declined(now: &Match, by: Seat) -> Composed {
    let [by, asking] =
        [by, by.other()].map(|seat| now.player(seat).map(called).unwrap_or_default());
    Composed::text(format!(
        "{by} declined the take-back that {asking} asked for in {}. The match goes on.",
        due_turn(now)
    ))
}

/// The board after a take-back. Whoever did not bring it about is notified.
pub(super) fn taken_back(now: &Match, seat: Seat, agreed: bool) -> Composed {
    let other = now.player(seat.other());
    let turns = turns(now.record().len(), now.taken_back());
    let number = if now.takebacks() > 1 {
        format!(" (take-back {})", now.takebacks())
    } else {
        String::new()
    };
    let who = if agreed { other } else { now.player(seat) }
        .map(called)
        .unwrap_or_default();
    if agreed {
        return posted(
            now,
            format!(
                "{}\n{who} agreed to take back {turns}{number}.",
                call(now, YOURS_AGAIN)
            ),
        );
    }
    // Who moves again knows it already; the other one was called to a board that is gone.
    let waiting = other.map(called).unwrap_or_default();
    let content =
        format!("{waiting}, please wait: {who} took back {turns}{number}, and makes another one.");
    Composed {
        pings: now.person(seat.other()).iter().map(|user| user.0).collect(),
        ..posted(now, content)
    }
}

/// How many turns are named one by one, and how much of the text of each.
const NAMED: usize = 3;
const SHOWN: usize = 300;

/// `turn 7, **e4**`, or `turns 7 and 8, **e4** and **e5**`, of a record from entry `from` on.
fn turns(from: usize, entries: &[Entry]) -> String {
    let made = || {
        entries
            .iter()
            .zip(from + 1..)
            .filter_map(|(entry, number)| Some((number, entry.text.as_deref()?)))
    };
    let numbers: Vec<_> = made().map(|(number, _)| number.to_string()).collect();
    // Whoever is passed over again and again leaves many turns to the other one.
    if let (true, Some(first)) = (numbers.len() > NAMED, numbers.first()) {
        return format!("{} turns, from turn {first} on", numbers.len());
    }
    let texts: Vec<_> = made()
        .map(|(_, text)| format!("**{}**", cut(text, SHOWN)))
        .collect();
    format!(
        "{} {}, {}",
        if numbers.len() == 1 { "turn" } else { "turns" },
        list(&numbers),
        list(&texts)
    )
}
