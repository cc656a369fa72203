use super::scene::{Board, CellShape, Ground, Label, Point, Shape, Surface};
use super::{Cell, Grid};

/// The largest board, in files and ranks, with coordinates inside its outermost squares.
const INSIDE: u8 = 8;
/// The width of the frame around the squares: with coordinates on it, and without.
const LABELLED: f32 = 0.5;
const BARE: f32 = 0.156_25;
/// The distance from the picture's border to the frame.
const BORDER: f32 = 0.031_25;

/// Lays out a board of squares in a frame, as the first seat sees it.
///
/// Files run from the left, ranks from the bottom. A small board has its coordinates in the corners of its squares. A
/// large board has them on all four sides of its frame, because one side alone is far from half of the squares.
///
/// `square` returns the cell on a file and a rank, both counted from 0, and its role.
#[must_use]
pub fn board_of_squares(
    key: String,
    grid: Grid,
    square: impl Fn(u8, u8) -> (Cell, Ground),
) -> Board {
    let inside = grid.columns <= INSIDE && grid.rows <= INSIDE;
    let frame = if inside { BARE } else { LABELLED };
    let margin = BORDER + frame;
    let (width, height) = (
        f32::from(grid.columns) + 2.0 * margin,
        f32::from(grid.rows) + 2.0 * margin,
    );
    let x = |file: u8| margin + f32::from(file) + 0.5;
    let y = |rank: u8| height - margin - f32::from(rank) - 0.5;
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
    let label = |x, y, size, text| Label {
        centre: Point { x, y },
        size,
        text,
    };
    let mut labels = Vec::new();
    for file in 0..grid.columns {
        let letter = Grid::file_letter(file).to_string();
        if inside {
            labels.push(label(x(file) + 0.405, y(0) + 0.38, 0.17, letter));
        } else {
            let sides = [BORDER + frame / 2.0, height - BORDER - frame / 2.0];
            labels.extend(sides.map(|y| label(x(file), y, 0.34, letter.clone())));
        }
    }
    for rank in 0..grid.rows {
        let number = (rank + 1).to_string();
        if inside {
            labels.push(label(x(0) - 0.395, y(rank) - 0.38, 0.17, number));
        } else {
            let sides = [BORDER + frame / 2.0, width - BORDER - frame / 2.0];
            labels.extend(sides.map(|x| label(x, y(rank), 0.29, number.clone())));
        }
    }
    let surface = Surface {
        centre: Point {
            x: width / 2.0,
            y: height / 2.0,
        },
        shape: Shape::Rectangle {
            width: width - 2.0 * BORDER,
            height: height - 2.0 * BORDER,
            corner: 0.06,
        },
        ground: Ground::Frame,
    };
    Board {
        key,
        width,
        height,
        surfaces: vec![surface],
        cells: cells.collect(),
        labels,
    }
}
