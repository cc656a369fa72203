//! The text beside the board for turns of a match and planned lines.

use crate::discord::ui::clocks::deadline;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::terms::plan_button;
use crate::discord::ui::words::{at_seat, join_line, list, quoted, turn_words};
use crate::discord::ui::{Button, Composed, Tone, cut};
use crate::features::play::model::session::About;
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::features::play::press::Press;
use crate::matches::{Match, UserId};

/// The most characters of a line that are shown while it is planned, counted from the end.
const MOST_LINE: usize = 600;

/// The text above a turn or a line; `now` is the match after the line's turns.
pub(crate) fn head(shown: &BoardView, now: &Match, user: UserId) -> String {
    let (id, name) = (now.id(), now.game().card.name);
    if matches!(shown.session.about, About::Turn { .. }) {
        let colour = now.to_move().map_or("", |seat| now.colour(seat));
        let turn = now.ply().saturating_add(1);
        if shown.session.sitting.is_some() {
            let opponent = now.seat_of(user).map(|seat| at_seat(now, seat.other()));
            let deadline = deadline(now, now.changed_at());
            return format!(
                "**{name}** with {}, match {id}, turn {turn}: you play {colour}.{deadline}",
                opponent.unwrap_or_default()
            );
        }
        return format!("Match {id}, **{name}**, turn {turn}: you play {colour}.");
    }
    let turns = &shown.session.turns;
    let ask = match (now.person_to_move() == Some(user), turns.is_empty()) {
        (true, _) => "**What do you play then?**",
        (false, true) => "**What might they play?**",
        (false, false) => "**What might they play after that?**",
    };
    let line = words(now, user, turns.len());
    let line = if line.is_empty() {
        line
    } else {
        format!("\nSo far: {line}")
    };
    format!("Match {id}, **{name}**: your planned reply, which only you see.{line}\n{ask}")
}

/// A picker that continues a typed turn, which was unfinished.
pub fn unfinished(typed: &str, picker: Composed) -> Composed {
    let note = format!(
        "{} is only the beginning of a turn. Continue here.",
        quoted(typed)
    );
    picker.below(&note)
}

/// The last turns of a match as a line, cut to fit: `if **d**, you play **e**`.
pub(crate) fn words(ahead: &Match, user: UserId, count: usize) -> String {
    let own = ahead.seat_of(user);
    let turns = ahead.record().iter().enumerate().rev();
    let turns = turns.filter(|(_, entry)| entry.text.is_some()).take(count);
    let first = turns.last().map_or(ahead.record().len(), |(at, _)| at);
    let turns = ahead.written_record(first).into_iter().filter_map(|entry| {
        let own = Some(entry.seat) == own;
        Some(turn_words(own, &cut(&entry.text?, 300)))
    });
    let turns: Vec<_> = turns.collect();
    let mut length = 0;
    let fitting = turns.into_iter().rev().take_while(|words| {
        length += words.chars().count() + ", then ".len();
        length <= MOST_LINE
    });
    let mut words: Vec<_> = fitting.collect();
    if words.len() < count {
        words.push(String::from("…"));
    }
    words.reverse();
    join_line(words)
}

/// The turns of a line that were played while it was planned; `None` if there were none.
pub fn caught_up(shown: &BoardView) -> Option<String> {
    let BoardKind::Turn { made, .. } = &shown.kind else {
        return None;
    };
    let made: Vec<_> = made
        .iter()
        .map(|turn| format!("**{}**", cut(turn, 300)))
        .collect();
    let (last, were) = (made.last()?, if made.len() == 1 { "was" } else { "were" });
    // After a long absence there are many.
    let made = if made.len() > 3 {
        format!("{} turns, up to {last},", made.len())
    } else {
        list(&made)
    };
    let due = if matches!(shown.session.about, About::Turn { .. }) {
        " It is your move now."
    } else {
        ""
    };
    Some(format!(
        "Since then, {made} {were} played, as in your line.{due}"
    ))
}

/// The explanation for a player who moves out of turn, with a button that plans a reply.
pub fn waiting(why: Composed, now: &Match, user: UserId) -> Composed {
    Composed {
        rows: plan_button(now, user),
        ..why
    }
}

/// The message of an ended picker: the reason, and a button for a new turn or a planned reply.
pub fn ended_picker(why: Composed, now: Option<&Match>, user: UserId) -> Composed {
    let Some(now) = now else { return why };
    let again = || {
        Button::new(
            "Start Over",
            Tone::Primary,
            Press::PickAgain {
                id: now.id(),
                board: now.board(),
            },
        )
    };
    let rows = if now.person_to_move() == Some(user) {
        vec![vec![again()]]
    } else {
        plan_button(now, user)
    };
    Composed { rows, ..why }
}

/// An error with a retry button.
pub fn try_again(why: Composed, again: impl Into<CustomId>) -> Composed {
    let button = Button::new("Try Again", Tone::Primary, again);
    Composed {
        rows: vec![vec![button]],
        ..why
    }
}
