//! What people have noted of the boards of a match, as records carry it.

use super::Source;
use crate::board::Seat;

/// What somebody has noted of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// How many turns had been made on it.
    pub ply: u32,
    /// The seat of who noted it; `None`: the record does not say.
    pub seat: Option<Seat>,
    /// What, on one line.
    pub text: String,
}

/// The notes of a record while it is read.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    noted: Vec<Noted>,
}

impl Notes {
    /// Takes one up, unless it is empty.
    pub(crate) fn take(&mut self, ply: u32, seat: Option<Seat>, text: &str) {
        let text = one_line(text);
        if !text.is_empty() {
            self.noted.push(Noted { ply, seat, text });
        }
    }

    pub(crate) fn all(self) -> Vec<Noted> {
        self.noted
    }

    /// All of them. One that begins with a player's name and a colon is theirs.
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

impl Source<'_> {
    /// The notes of a board, each as a comment that names who noted it.
    pub(crate) fn comments(&self, ply: u32) -> impl Iterator<Item = String> {
        let of_board = move |note: &&Noted| note.ply == ply;
        self.notes.iter().filter(of_board).map(|note| {
            let text = one_line(&note.text);
            match note.seat {
                Some(seat) => format!("{}: {text}", one_line(&self.name(seat))),
                None => text,
            }
        })
    }
}

/// A text without breaks of lines and wide gaps.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
