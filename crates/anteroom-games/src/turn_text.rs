//! Turns as texts: one step after another.
//!
//! In the canonical form one space separates two steps. A typed text is read in this form if possible. Otherwise a
//! step may contain white space, and commas may separate steps.

use super::quoted::Quoted;
use super::typed::{bare, without_number};
use super::{AnyPosition, DynPosition, Effect, IllegalStep, Progress, add_step};

/// A turn that was read from a typed text and made on a copy of the position.
#[derive(Clone)]
pub struct TurnRead {
    /// The canonical texts of its steps.
    pub steps: Vec<String>,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
    /// The position after it.
    pub after: AnyPosition,
    /// Whether the turn is complete.
    pub progress: Progress,
}

/// The reason why a text is not a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The text contains no step.
    #[error("There is no move in that text.")]
    Empty,
    /// One of its steps cannot be made.
    #[error("{}", illegal.sentence)]
    Step {
        /// The canonical texts of the steps before it.
        done: Vec<String>,
        /// The typed text of the step.
        typed: String,
        /// The reason.
        illegal: Box<IllegalStep>,
    },
    /// The text goes on after the turn is over.
    #[error("A turn ends after {}; leave out {}.", done.join(" "), Quoted(rest))]
    TooLong {
        /// The steps of the whole turn.
        done: Vec<String>,
        /// The text after the turn.
        rest: String,
    },
}

/// The most pieces of a text in one step, and the most steps tried: reading must be quick.
const TOGETHER: usize = 16;
const TRIES: usize = 256;

impl TurnRead {
    /// Returns the canonical text of the turn.
    #[must_use]
    pub fn text(&self) -> String {
        self.steps.join(" ")
    }
}

const fn separates(c: char) -> bool {
    c.is_whitespace() || c == ';'
}

/// Splits a canonical turn text into its steps: any run of white space and `;` separates.
pub fn split_steps(text: &str) -> impl Iterator<Item = &str> {
    text.split(separates).filter(|part| !part.is_empty())
}

/// Splits a half-typed turn into its finished steps and the step that is being typed.
///
/// The latter is empty if the text ends with white space.
#[must_use]
pub fn split_last_step<'a>(position: &dyn DynPosition, typed: &'a str) -> (&'a str, &'a str) {
    let typed = without_number(typed.trim_start());
    let by_form = typed.trim_end_matches(|c| !separates(c)).len();
    let fits = |at: usize| {
        let (done, last) = typed.split_at(at);
        match read_turn(position, done) {
            Ok(turn) => turn.progress != Progress::Complete && turn.after.complete(last, 0).1 > 0,
            Err(TurnError::Empty) => position.complete(last, 0).1 > 0,
            Err(_) => false,
        }
    };
    if fits(by_form) {
        return typed.split_at(by_form);
    }
    // White space may be part of the step, or a comma may precede it.
    let mut starts: Vec<usize> = pieces(typed)
        .into_iter()
        .rev()
        .map(|piece| piece.start)
        .take(TOGETHER)
        .collect();
    starts.insert(
        if typed.ends_with(',') {
            0
        } else {
            starts.len()
        },
        typed.len(),
    );
    let at = starts.into_iter().find(|at| fits(*at)).unwrap_or(by_form);
    typed.split_at(at)
}

/// Reads a text as a turn of the seat to move, or its beginning. The position does not change.
///
/// # Errors
///
/// If a step is missing, illegal, or follows the end of the turn.
pub fn read_turn(position: &dyn DynPosition, text: &str) -> Result<TurnRead, TurnError> {
    let text = bare(text);
    let mut reading = TurnReader {
        text,
        pieces: pieces(text),
        tries: 0,
        error: None,
    };
    if reading.pieces.is_empty() {
        return Err(TurnError::Empty);
    }
    let begun = TurnRead {
        steps: Vec::new(),
        effects: Vec::new(),
        after: position.boxed_clone(),
        progress: Progress::Complete,
    };
    match reading.go_on(begun, 0) {
        Some(turn) => Ok(turn),
        None => Err(reading.error.unwrap_or(TurnError::Empty)),
    }
}

/// A part of a text without separators of steps.
#[derive(Clone, Copy)]
struct Piece {
    start: usize,
    end: usize,
    /// Whether the canonical form ends a step here; a comma does not.
    ends: bool,
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if separates(c) || c == ',' {
            if let Some(start) = start.take() {
                pieces.push(Piece {
                    start,
                    end: at,
                    ends: false,
                });
            }
            if c != ','
                && let Some(last) = pieces.last_mut()
            {
                last.ends = true;
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    pieces
}

/// A backtracking search for the pieces of a text that form steps.
struct TurnReader<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    tries: usize,
    /// The error of the most plausible reading so far.
    error: Option<TurnError>,
}

impl TurnReader<'_> {
    /// Reads the pieces from `first` on as the continuation of `turn`.
    fn go_on(&mut self, turn: TurnRead, first: usize) -> Option<TurnRead> {
        let Some(piece) = self.pieces.get(first).copied() else {
            return Some(turn);
        };
        if !turn.steps.is_empty() && turn.progress == Progress::Complete {
            let rest = self
                .pieces
                .iter()
                .skip(first)
                .find(|piece| piece.ends)
                .and_then(|end| self.text.get(piece.start..end.end));
            self.fail(TurnError::TooLong {
                done: turn.steps,
                rest: rest.unwrap_or_default().to_owned(),
            });
            return None;
        }
        // First the pieces of a canonical step, then fewer, then more.
        let by_form = self
            .pieces
            .iter()
            .skip(first)
            .position(|piece| piece.ends)
            .map_or(first, |more| first + more);
        let ends = std::iter::once(by_form)
            .chain(first..by_form)
            .chain(by_form + 1..self.pieces.len());
        for last in ends.take(TOGETHER) {
            let Some(typed) = self
                .pieces
                .get(last)
                .and_then(|end| self.text.get(piece.start..end.end))
            else {
                continue;
            };
            self.tries += 1;
            if self.tries > TRIES {
                return None;
            }
            let mut after = turn.after.clone();
            match after.play(typed) {
                Ok(played) => {
                    let mut next = TurnRead {
                        progress: after.progress(),
                        after,
                        ..turn.clone()
                    };
                    next.steps.push(played.step);
                    add_step(&mut next.effects, played.effects);
                    if let Some(whole) = self.go_on(next, last + 1) {
                        return Some(whole);
                    }
                }
                Err(illegal) => self.fail(TurnError::Step {
                    done: turn.steps.clone(),
                    typed: typed.to_owned(),
                    illegal: Box::new(illegal),
                }),
            }
        }
        None
    }

    /// Keeps the most plausible error: of an understood reading, then of the longest, then the first.
    fn fail(&mut self, error: TurnError) {
        let sense = |error: &TurnError| match error {
            TurnError::Step { done, illegal, .. } => (illegal.was_understood(), done.len()),
            TurnError::TooLong { done, .. } => (true, done.len()),
            TurnError::Empty => (false, 0),
        };
        if self
            .error
            .as_ref()
            .is_none_or(|kept| sense(&error) > sense(kept))
        {
            self.error = Some(error);
        }
    }
}
