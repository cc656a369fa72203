use crate::discord::ui::words::cut_lines;
use crate::discord::ui::{Composed, card_text, last_turn_sentence};
use crate::games::describe::{self, NoSuchPart};
use crate::games::turn_words;
use crate::matches::Match;
use crate::people::Moment;

/// The texts that ask for the whole board, besides an empty one.
pub const WHOLE: [&str; 2] = ["board", "everything"];
/// The texts that ask for the last turn.
pub const LAST: [&str; 3] = ["last turn", "last", "turn"];

/// Describes a board, or the requested part, as text; `at` is the current time.
pub fn description(now: &Match, asked: &str, at: Moment) -> Result<Composed, NoSuchPart> {
    let simple = asked.trim().to_lowercase();
    let content = if simple.is_empty() || WHOLE.contains(&simple.as_str()) {
        let last = last_turn_sentence(now);
        let last = if last.is_empty() { last } else { last + "\n" };
        format!(
            "{}\n{last}{}",
            card_text(now, None, at),
            describe::board(now.position())
        )
    } else if LAST.contains(&simple.as_str()) {
        last_turn(now)
    } else {
        let part = describe::part(now.position(), asked)?;
        format!("**{}** in match {}: {}.", part.title, now.id(), part.words)
    };
    Ok(Composed::text(cut_lines(&content)))
}

fn last_turn(now: &Match) -> String {
    let sentence = last_turn_sentence(now);
    if sentence.is_empty() {
        return format!("No turn has been played in match {} yet.", now.id());
    }
    format!(
        "{sentence}\nStep by step: {}.",
        turn_words(now.position(), now.last_turn())
    )
}
