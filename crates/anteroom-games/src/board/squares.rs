use super::scene::{Board, CellShape, Ground, Label, Point, Shape};
use super::{Cell, Grid};

/// From the picture's border to the squares, in units: room for the coordinates.
const MARGIN: f32 = 0.5;
/// From the picture's border to the middle of the coordinates.
const LABELS: f32 = 0.26;

/// A board of squares as the first seat sees it: files from the left, ranks from the bottom, coordinates on all four
/// sides, since on a wide board one side alone is far from half of the squares.
///
/// `square` gives the cell on a file and a rank, both counted from 0, and what it is.
#[must_use]
pub fn board_of_squares(
    key: String,
    grid: Grid,
    square: impl Fn(u8, u8) -> (Cell, Ground),
) -> Board {
    let (width, height) = (
        f32::from(grid.columns) + 2.0 * MARGIN,
        f32::from(grid.rows) + 2.0 * MARGIN,
    );
    let x = |file: u8| MARGIN + f32::from(file) + 0.5;
    let y = |rank: u8| height - MARGIN - f32::from(rank) - 0.5;
    let cells = grid.cells().map(|cell| {
        let (file, rank) = grid.file_rank(cell);
        let (cell, ground) = square(file, rank);
        let shape = Shape::Rectangle {
            width: 1.0,
            height: 1.0,
            corner: 0.0,
        };
        CellShape {
            cell,
            centre: Point {
                x: x(file),
                y: y(rank),
            },
            shape,
            ground,
            text: String::new(),
        }
    });
    let label = |x, y, text| Label {
        centre: Point { x, y },
        size: 0.22,
        text,
    };
    let files = (0..grid.columns).flat_map(|file| {
        let letter = Grid::file_letter(file).to_string();
        [LABELS, height - LABELS].map(|y| label(x(file), y, letter.clone()))
    });
    let ranks = (0..grid.rows).flat_map(|rank| {
        [LABELS, width - LABELS].map(|x| label(x, y(rank), (rank + 1).to_string()))
    });
    Board {
        key,
        width,
        height,
        surfaces: Vec::new(),
        cells: cells.collect(),
        labels: files.chain(ranks).collect(),
    }
}
