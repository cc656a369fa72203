use super::words::{called, date};
use super::{Button, Composed, Tone, board_picture, last_turn_sentence};
use crate::board::Seat;
use crate::discord::custom_id::{CustomId, Leaf};
use crate::matches::{Match, result_sentence};

/// A match as it stood after one of its turns, with buttons that turn over to the others.
#[must_use]
pub fn history(now: &Match, stage: &Match, seen_from: Seat) -> Composed {
    let (id, ply) = (now.id(), stage.ply());
    let last = now.ply();
    let place = if ply == 0 {
        String::from("before the first turn")
    } else {
        format!("turn {ply} of {last}")
    };
    let mut content = format!("**{}**, match {id}, {place}", now.game().card.name);
    if let Some(entry) = stage.record().last() {
        content.push_str(&format!(
            "\n{} {}",
            last_turn_sentence(stage),
            date(entry.at)
        ));
    }
    if let Some(result) = result_sentence(stage, called) {
        content.push_str(&format!("\n**{result}**"));
    }
    let leaf = |label, to, enabled| {
        Button::new(label, Tone::Plain, CustomId::Leaf { id, ply, to }).enabled(enabled)
    };
    Composed {
        content,
        picture: Some(board_picture(stage, seen_from)),
        rows: vec![vec![
            leaf("First", Leaf::First, ply > 0),
            leaf("Back", Leaf::Back, ply > 0),
            leaf("Next", Leaf::Next, ply < last),
            leaf("Last", Leaf::Last, ply < last),
        ]],
        ..Composed::default()
    }
}
