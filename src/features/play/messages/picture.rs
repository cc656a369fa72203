//! The picture of a board session.

use super::picks::mark_choice;
use crate::board::Seat;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::MOST_ALT;
use crate::discord::ui::{Picture, bar, cut};
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::features::play::session_press::{PickAct, SessionPress};
use crate::games::{alt_text, legend, turn_marks, written_turns};

/// The board with the steps made so far and the possible picks marked.
pub(crate) fn picture(shown: &BoardView, seen_from: Seat) -> Picture {
    let (session, now) = (&shown.session, &shown.now);
    let picked = now.picked.as_ref();
    let begun = picked.filter(|picked| !picked.steps.is_empty());
    let (position, last, note) = match begun {
        Some(picked) => (&*picked.after, &picked.effects, picked.written.clone()),
        None if session.turns.is_empty() => (&*now.position, &shown.ground.before, String::new()),
        None => {
            let turns = written_turns(&*shown.ground.from, &session.turns);
            let note = turns.into_iter().next_back();
            (&*now.position, &now.last, note.unwrap_or_default())
        }
    };
    let note = position.turn_on_picture(&note, seen_from);
    let mut scene = position.scene(seen_from);
    scene.bar = Some(match (&shown.kind, &shown.ground.view) {
        (BoardKind::Turn { .. }, Some(view)) => {
            let note = begun.map(|_| note).unwrap_or_default();
            bar(&view.state, position, note)
        }
        (kind, _) => {
            let mut bar = shown.ground.game.bar(position);
            match kind {
                BoardKind::Lesson { .. } => {
                    bar.sides[seen_from.index()].name = String::from("You");
                }
                _ => bar.note = note,
            }
            bar
        }
    });
    scene.marks.extend(turn_marks(last));
    let mut alt = alt_text(position, last);
    if let Some(choice) = picked.and_then(|picked| picked.choice.as_ref()) {
        let told = mark_choice(&mut scene, choice);
        alt = format!("{}{told}", cut(&alt, MOST_ALT - told.chars().count()));
    }
    Picture {
        scene,
        alt,
        position: Some(position.boxed_clone()),
        legend: legend(position, last),
        file: format!("board-{}-{}.png", session.id, session.generation),
        players: shown
            .ground
            .view
            .as_ref()
            .and_then(|view| view.state.players()),
    }
}

/// The board from the solver's side, without picks.
pub(crate) fn without_choices(shown: &BoardView) -> Picture {
    let mut shown = shown.clone();
    if let Some(picked) = &mut shown.now.picked {
        picked.choice = None;
    }
    picture(&shown, shown.side())
}

impl BoardView {
    /// Returns the custom id of an action in this session.
    pub(crate) fn press(&self, act: PickAct) -> CustomId {
        SessionPress {
            session: self.session.id,
            generation: self.session.generation,
            act,
        }
        .into()
    }

    /// Returns the seat that moves first: puzzles and mistakes are shown from that side.
    pub fn side(&self) -> Seat {
        self.ground.from.to_move().unwrap_or(Seat::First)
    }
}
