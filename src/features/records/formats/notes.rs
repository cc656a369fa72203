//! Notes on the boards of a match, as part of a record.

use std::collections::BTreeMap;

use super::Source;
use crate::board::Seat;

/// A note on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The number of turns before the board.
    pub ply: u32,
    /// The author's seat; `None` if the record does not say.
    pub seat: Option<Seat>,
    /// The text, on one line.
    pub text: String,
}

/// The notes of a record that is being read.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    noted: Vec<Noted>,
}

impl Notes {
    /// Adds a note unless it is empty.
    pub(crate) fn take(&mut self, ply: u32, seat: Option<Seat>, text: &str) {
        let text = one_line(text);
        if !text.is_empty() {
            self.noted.push(Noted { ply, seat, text });
        }
    }

    pub(crate) fn all(self) -> Vec<Noted> {
        self.noted
    }

    /// Returns all notes. A note that begins with a player's name and a colon is that player's.
    pub(crate) fn signed(self, names: &[String; 2]) -> Vec<Noted> {
        let mut noted = self.noted;
        for note in noted.iter_mut().filter(|note| note.seat.is_none()) {
            for seat in Seat::BOTH {
                let name = names[seat.index()].as_str();
                let text = note.text.strip_prefix(name);
                if let Some(text) = text.and_then(|text| text.strip_prefix(": "))
                    && !name.is_empty()
                {
                    (note.text, note.seat) = (text.to_owned(), Some(seat));
                    break;
                }
            }
        }
        noted
    }
}

/// The notes of each board as comments, each with its author.
pub(crate) struct Comments(BTreeMap<u32, Vec<String>>);

impl Comments {
    pub(crate) fn of(source: &Source<'_>) -> Self {
        let mut boards: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for note in source.notes {
            let text = one_line(&note.text);
            boards.entry(note.ply).or_default().push(match note.seat {
                Some(seat) => format!("{}: {text}", one_line(&source.name(seat))),
                None => text,
            });
        }
        Self(boards)
    }

    /// Returns the comments of a board.
    pub(crate) fn of_board(&self, ply: Option<u32>) -> &[String] {
        let found = ply.and_then(|ply| self.0.get(&ply));
        found.map(Vec::as_slice).unwrap_or_default()
    }
}

/// Collapses all white space to single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
