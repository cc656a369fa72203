use serde_json::Value;

use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::words::{capital, counted, list};
use crate::discord::ui::{Button, Composed, MOST_CONTENT, TURN_FIELD, Tone, cut, escaped, mention};
use crate::features::watching::press::Press;
use crate::features::watching::store::notes::{Note, NoteKept};
use crate::matches::{Match, MatchId, Status, UserId};

const MOST_NOTE: usize = 500;

/// The most notes that the post about published notes names.
const MOST_PLACES: usize = 10;

/// Builds the form for a note on a turn, filled with the existing note.
pub fn note_form(id: MatchId, ply: u32, old: &str) -> Value {
    let field = Field::required(TURN_FIELD, "Your note", "Only you see it", old, MOST_NOTE);
    let title = format!("Match {id}, {}", place_of(ply));
    form(Press::NoteText { id, ply }, &title, &[field])
}

/// Words the answer after a note was saved.
pub fn noted(now: &Match, ply: u32, kept: NoteKept) -> String {
    let place = place_of(ply);
    let what = if kept == NoteKept::Replaced {
        format!("Your note {place} of match {} was replaced.", now.id())
    } else {
        format!("Your note is saved {place} of match {}.", now.id())
    };
    match now.status() {
        Status::Playing => format!(
            "{what} Only you see it, under *History* and *Notes*. When the match is over you can publish your notes."
        ),
        _ => format!("{what} *Notes* in `/board` lists your notes and can publish them."),
    }
}

/// Composes a player's own notes on a match, latest first, with buttons.
pub fn notes(now: &Match, notes: &[Note], user: UserId) -> Composed {
    let id = now.id();
    let own: Vec<_> = notes.iter().filter(|note| note.owner == user).collect();
    let form = Press::NoteForm { id, ply: now.ply() };
    let add = Button::new("Add Note…", Tone::Primary, form);
    if own.is_empty() {
        let text = format!(
            "You have no notes in match {id}. Only you see your notes. *History* lets you add a note to an earlier turn."
        );
        return Composed::text(text).with_row(vec![add]);
    }
    let published = own.iter().all(|note| note.published);
    let over = *now.status() != Status::Playing;
    let who = match (published, over) {
        (true, _) => "Everybody can read them under *History*.",
        (false, true) => "Only you see them. *Publish* shows them to everybody under *History*.",
        (false, false) => "Only you see them. When the match is over you can publish them.",
    };
    let count = u64::try_from(own.len()).unwrap_or(u64::MAX);
    let mut content = format!("You have {} in match {id}. {who}", counted(count, "note"));
    for note in own.iter().rev() {
        let line = format!(
            "\n{}: {}",
            capital(&place_of(note.ply)),
            escaped(&note.text)
        );
        if content.chars().count() + line.chars().count() > MOST_CONTENT - 60 {
            content.push_str("\n-# Earlier ones are under *History*.");
            break;
        }
        content.push_str(&line);
    }
    let mut buttons = vec![add];
    if over && !published {
        buttons.push(Button::new(
            "Publish",
            Tone::Primary,
            Press::PublishNotes(id),
        ));
    }
    buttons.push(Button::new(
        "Delete Notes",
        Tone::Danger,
        Press::ClearNotes(id),
    ));
    Composed::text(content).with_row(buttons)
}

/// Composes the post about a player's published notes, which are under these turns.
pub(crate) fn published(now: &Match, owner: UserId, plies: &[u32]) -> Composed {
    let places: Vec<String> = plies
        .iter()
        .take(MOST_PLACES)
        .map(|ply| place_of(*ply))
        .collect();
    let more = plies.len() - places.len();
    let places = match more {
        0 => list(&places),
        more => format!("{} and {more} more", places.join(", ")),
    };
    let ply = plies.iter().copied().min().unwrap_or(0);
    let history = Press::History { id: now.id(), ply };
    Composed::text(format!(
        "{} published notes on this match: {places}. *History* shows them.",
        mention(owner)
    ))
    .with_row(vec![Button::plain("History", history)])
}

/// Words the notes on a board, as lines below its description.
pub(crate) fn under(notes: &[Note], ply: u32, room: usize) -> String {
    let mut lines = String::new();
    for note in notes.iter().filter(|note| note.ply == ply) {
        let whose = if note.published {
            ""
        } else {
            " (only you see it)"
        };
        lines.push_str(&format!(
            "\n> {} noted{whose}: {}",
            mention(note.owner),
            escaped(&note.text)
        ));
    }
    cut(&lines, room)
}

/// Writes `under turn 5`, `before the first turn`.
fn place_of(ply: u32) -> String {
    match ply {
        0 => String::from("before the first turn"),
        ply => format!("under turn {ply}"),
    }
}
