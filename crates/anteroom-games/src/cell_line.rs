use std::collections::BTreeMap;

use super::Picture;
use anteroom_board::{Cell, Seat};

/// A row of cells that players have a name for: a rank, a diagonal, a side of a ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLine {
    /// The name of this kind of line, in lower case: `rank`.
    pub kind: &'static str,
    /// Its name among the lines of its kind, in lower case: `3`.
    pub name: String,
    /// Kind and name as players say them: `rank 3`, `top side`.
    pub label: String,
    /// Its cells, in order.
    pub cells: Vec<Cell>,
}

impl CellLine {
    /// Creates a line whose label begins with its kind: `rank 3`.
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

/// Returns all cells of a position with their names.
pub(super) fn named(position: &impl Picture) -> Vec<(Cell, String)> {
    let cells = position.scene(Seat::First).board.cells;
    cells
        .into_iter()
        .map(|shape| (shape.cell, position.cell_name(shape.cell)))
        .collect()
}

/// Returns the lines of a board whose cells are named by a letter and a number.
/// The lines of one number come first, then those of one letter. `kinds` are the names of the two kinds.
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
        // A shorter number or letter sorts before a longer one.
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
