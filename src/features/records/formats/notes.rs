//! Notes on the boards of a match, as part of a record.

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

/// Collapses all white space to single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
