//! A computer's answer, worded together with the turn that it answers.

use super::board::last_turn_sentence;
use super::composed::Composed;
use crate::board::scene::{Mark, MarkKind};
use crate::games::{Effect, legend, turn_marks};
use crate::matches::{Ending, Match, Status};

/// The maximum length of the sentences in characters. Beyond it, only the last turn is worded.
const MOST: usize = 1200;

/// The last turn of a person or a team, and the computer's answer to it.
struct Exchange {
    sentences: Vec<String>,
    /// The effects of each turn before the last one, in order.
    before: Vec<Vec<Effect>>,
}

impl Exchange {
    /// Returns the exchange if the last event on the board is a computer's answer.
    fn of(now: &Match) -> Option<Self> {
        let on_board = matches!(
            now.status(),
            Status::Playing | Status::Finished(Ending::Game(_))
        );
        let last = now.record().iter().rfind(|entry| entry.text.is_some())?;
        if !on_board || !now.answers(last.seat) {
            return None;
        }
        let first = now
            .record()
            .iter()
            .rposition(|entry| entry.text.is_some() && now.computer(entry.seat).is_none())?;
        let mut told = Self {
            sentences: Vec::new(),
            before: Vec::new(),
        };
        let mut retrace = now.retrace().ok()?;
        loop {
            let made = retrace.stage().record().len();
            if !retrace.forward().ok()? {
                break;
            }
            if made >= first {
                let stage = retrace.stage();
                told.sentences.push(last_turn_sentence(stage));
                told.before.push(stage.last_turn().to_vec());
            }
        }
        // The match itself has the last turn.
        told.before.pop()?;
        let length: usize = told.sentences.iter().map(|one| one.chars().count()).sum();
        (length <= MOST).then_some(told)
    }
}

/// Returns sentences for the last turn and the turn that it answers; empty before the first turn.
pub(crate) fn last_turns(now: &Match) -> String {
    match Exchange::of(now) {
        Some(exchange) => exchange.sentences.join("\n"),
        None => last_turn_sentence(now),
    }
}

/// Marks the turn that a computer's turn answers, in addition to the last turn.
pub(crate) fn marked(now: &Match, mut post: Composed) -> Composed {
    let (Some(exchange), Some(picture)) = (Exchange::of(now), post.picture.as_mut()) else {
        return post;
    };
    let marks: Vec<Mark> = exchange
        .before
        .iter()
        .flat_map(|turn| turn_marks(turn))
        // Only the steps of the last turn are numbered.
        .filter(|mark| !matches!(mark.kind, MarkKind::Step(_)))
        .collect();
    for mark in marks {
        // If two marks share a cell, the later turn's mark stays.
        if picture
            .scene
            .marks
            .iter()
            .all(|other| other.cell != mark.cell)
        {
            picture.scene.marks.push(mark);
        }
    }
    let mut effects = exchange.before.concat();
    effects.extend_from_slice(now.last_turn());
    picture.legend = legend(now.position(), &effects);
    post
}
