//! Messages about planned replies, which only their owner sees.

use crate::discord::ui::terms::plan_button;
use crate::discord::ui::words::{counted, join_line, quoted, turn_words};
use crate::discord::ui::{Button, Composed, MOST_CONTENT, Tone, cut};
use crate::features::play::model::conditional::{Conditional, DroppedLine};
use crate::features::play::press::Press;
use crate::matches::{MatchId, UserId, WhyDropped};

/// The most lines with a button that clears them.
const MOST_CLEARED: usize = 20;

/// The most characters of a line that are shown.
const MOST_LINE: usize = 400;

/// A player's lines in a match, and those dropped since the player last looked.
pub fn lines(lines: &Conditional, user: UserId) -> Composed {
    let now = &*lines.view.state;
    let (id, own) = (now.id(), now.seat_of(user));
    let content = match lines.waiting.as_slice() {
        [] => format!(
            "You have planned no replies in match {id}. While you wait, *Plan Reply* or `/plan` lets you plan some."
        ),
        _ => format!(
            "Your planned replies in match {id}. Only you see them; a take-back drops them all."
        ),
    };
    let waiting = lines.waiting.iter().map(|(number, turns)| {
        let words = turns
            .iter()
            .map(|turn| turn_words(Some(turn.seat) == own, &turn.written));
        format!("{number}. {}", join_line(words))
    });
    let dropped = lines
        .dropped
        .iter()
        .map(|one| format!("Dropped, because {}: {}", reason(one.why), one.written));
    let mut buttons: Vec<_> = plan_button(now, user).into_iter().flatten().collect();
    let numbers = lines.waiting.iter().map(|(number, _)| *number);
    buttons.extend(numbers.take(MOST_CLEARED).map(|number| {
        let clear = Press::ClearLine { id, number };
        Button::plain(format!("Clear {number}"), clear)
    }));
    if lines.waiting.len() > 1 {
        let clear = Press::ClearLines(id);
        buttons.push(Button::new("Clear All", Tone::Danger, clear));
    }
    Composed {
        rows: buttons.chunks(5).map(<[Button]>::to_vec).collect(),
        ..listed(content, waiting.chain(dropped))
    }
}

/// The remaining lines after some were cleared.
pub fn cleared(left: &Conditional, user: UserId, count: usize) -> Composed {
    let words = lines_cleared(left.view.state.id(), count).content;
    let shown = lines(left, user);
    Composed {
        content: format!("{words}\n\n{}", shown.content),
        ..shown
    }
}

/// The dropped lines of a player, reported when the player returns to the match.
pub fn dropped_lines(id: MatchId, dropped: &[DroppedLine]) -> Composed {
    let head = format!("These planned replies in match {id} were dropped:");
    let lines = dropped
        .iter()
        .map(|one| format!("{} ({})", one.written, reason(one.why)));
    listed(head, lines)
}

const fn reason(why: WhyDropped) -> &'static str {
    match why {
        WhyDropped::OtherTurn => "the match went another way",
        WhyDropped::TakenBack => "turns were taken back",
    }
}

/// A heading and as many lines of text as fit.
fn listed(mut content: String, lines: impl Iterator<Item = String>) -> Composed {
    let mut left_out = 0;
    for line in lines {
        let line = cut(&format!("\n{line}"), MOST_LINE);
        // Room for the line that counts the omitted ones.
        if left_out > 0 || content.chars().count() + line.chars().count() > MOST_CONTENT - 40 {
            left_out += 1;
        } else {
            content.push_str(&line);
        }
    }
    if left_out > 0 {
        content.push_str(&format!("\n…and {left_out} more."));
    }
    Composed::text(content)
}

/// The number of lines that were cleared.
pub fn lines_cleared(id: MatchId, count: usize) -> Composed {
    Composed::text(match u64::try_from(count).unwrap_or(u64::MAX) {
        0 => format!("You had planned no replies in match {id}."),
        count => format!("Cleared {} in match {id}.", counted(count, "planned line")),
    })
}

/// Adds the typed text to the reason why a line is not stored.
pub fn refused_line(answer: Composed, typed: &str) -> Composed {
    if typed.trim().is_empty() {
        return answer;
    }
    Composed {
        content: format!(
            "{}\nYou typed {}. It was not added.",
            answer.content,
            quoted(typed)
        ),
        ..answer
    }
}
