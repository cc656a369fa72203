use super::notes::under;
use crate::board::Seat;
use crate::discord::ui::composed::step_buttons;
use crate::discord::ui::words::{date, unbroken};
use crate::discord::ui::{
    Button, Composed, MOST_CONTENT, board_picture, called, last_turn_sentence,
};
use crate::features::study::press::Press as StudyPress;
use crate::features::watching::press::Press;
use crate::features::watching::store::notes::Note;
use crate::matches::{Match, UserId, result_sentence};

/// The characters reserved for the legend of the board's signs.
const ROOM_FOR_LEGEND: usize = 200;

/// The most proposals of a team that are listed.
const PROPOSALS: usize = 6;

/// Returns what a team proposed for the last turn on a line: `Votes: d 9, e 3, f 2.`; empty if no team played it.
fn proposals(stage: &Match) -> String {
    let all = stage.last_proposals();
    let listed = all.iter().take(PROPOSALS);
    let mut words: Vec<_> = listed
        .map(|(written, votes)| format!("**{}** {votes}", unbroken(written)))
        .collect();
    if all.len() > PROPOSALS {
        words.push(format!("{} more", all.len() - PROPOSALS));
    }
    match words.is_empty() {
        true => String::new(),
        false => format!("\nVotes: {}.", words.join(", ")),
    }
}

/// Composes the page of a match after a turn: board, notes, and buttons to other turns.
pub fn history(
    now: &Match,
    stage: &Match,
    notes: &[Note],
    user: UserId,
    seen_from: Seat,
) -> Composed {
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
    // What else a team proposed would tell the other side how it thinks.
    if now.ending().is_some() {
        content.push_str(&proposals(stage));
    }
    if let Some(result) = result_sentence(stage, called) {
        content.push_str(&format!("\n**{result}**"));
    }
    let room = MOST_CONTENT.saturating_sub(content.chars().count() + ROOM_FOR_LEGEND);
    content.push_str(&under(notes, ply, room));
    let step = |to| Press::PageStep { id, ply, to };
    let explore = Button::plain("Explore", StudyPress::Explore { id, ply });
    let plays = now.seat_of(user).is_some();
    let note = Button::plain("Note…", Press::NoteForm { id, ply });
    Composed {
        content,
        picture: Some(board_picture(stage, seen_from)),
        rows: vec![
            step_buttons(step, ply > 0, ply < last),
            [explore].into_iter().chain(plays.then_some(note)).collect(),
        ],
        ..Composed::default()
    }
}
