//! Notes as the comments of a record that is written.

use std::collections::BTreeMap;

use super::notes::one_line;
use super::source::Source;

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
