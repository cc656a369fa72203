use std::collections::BTreeMap;

use super::Picture;
use crate::board::{Cell, Seat};

/// A row of cells that players of a game have a name for: a rank, a diagonal, a side of a ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLine {
    /// What such lines are called, in lower case: `rank`.
    pub kind: &'static str,
    /// Which of them it is, in lower case: `3`.
    pub name: String,
    /// Both, as players say it: `rank 3`, `top side`.
    pub label: String,
    /// Its cells, in order.
    pub cells: Vec<Cell>,
}

impl CellLine {
    /// A line that is called by its kind first: `rank 3`.
    pub(super) fn new(kind: &'static str, name: impl Into<String>, cells: Vec<Cell>) -> Self {
        let name = name.into();
        Self {
            kind,
            label: format!("{kind} {name}"),
            name,
            cells,
        }
    }
}

/// All cells of a position with their names.
pub(super) fn named(position: &impl Picture) -> Vec<(Cell, String)> {
    let cells = position.scene(Seat::First).board.cells;
    cells
        .into_iter()
        .map(|shape| (shape.cell, position.cell_name(shape.cell)))
        .collect()
}

/// The lines of a board whose cells are named by a letter and a number: those of one number, and then those of one
/// letter. `kinds` are what the two are called.
pub(super) fn lettered(
    cells: impl IntoIterator<Item = (Cell, String)>,
    kinds: [&'static str; 2],
) -> Vec<CellLine> {
    let [mut numbers, mut letters] = [const { BTreeMap::<_, BTreeMap<_, Cell>>::new() }; 2];
    for (cell, name) in cells {
        let digits = name
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(name.len());
        let (letter, number) = name.split_at(digits);
        // Shorter numbers and letters are the smaller ones.
        let (letter, number) = (
            (letter.len(), letter.to_owned()),
            (number.len(), number.to_owned()),
        );
        numbers
            .entry(number.clone())
            .or_default()
            .insert(letter.clone(), cell);
        letters.entry(letter).or_default().insert(number, cell);
    }
    let lines = |kind, lines: BTreeMap<(usize, String), BTreeMap<(usize, String), Cell>>| {
        lines
            .into_iter()
            .map(move |((_, name), cells)| CellLine::new(kind, name, cells.into_values().collect()))
    };
    lines(kinds[0], numbers)
        .chain(lines(kinds[1], letters))
        .collect()
}
