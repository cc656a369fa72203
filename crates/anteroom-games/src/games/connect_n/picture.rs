use super::{Bits, ConnectN, Size};
use crate::board::scene::{
    Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot, Surface,
};
use crate::board::{Cell, Grid, Seat};

/// From the picture's border to the cells, in units: room for the frame's rim and the coordinates.
const MARGIN: f32 = 0.52;
/// The margin, in units, where there are no coordinates.
const BARE_MARGIN: f32 = 0.3;
/// How far the frame reaches beyond the cells.
const RIM: f32 = 0.08;
/// From the picture's border to the middle of the coordinates.
const LABELS: f32 = 0.23;

pub(super) fn scene<B: Bits>(position: &ConnectN<B>) -> Scene {
    let size = position.size;
    let grid = size.grid();
    let colour = |cell: Cell| {
        let (column, row) = grid.file_rank(cell);
        Seat::BOTH
            .into_iter()
            .find(|seat| position.chips[seat.index()].has(size.bit(column, row)))
    };
    let men = grid.cells().filter_map(|cell| {
        Some(Man {
            spot: Spot::On(cell),
            colour: colour(cell)?,
            kind: Kind::Chip,
        })
    });
    let marks = position.winning_cells().into_iter().map(|cell| Mark {
        cell,
        kind: MarkKind::Winning,
    });
    Scene::new(board(size), men.collect(), marks.collect())
}

fn board(size: Size) -> Board {
    let grid = size.grid();
    let (columns, rows) = (f32::from(size.columns), f32::from(size.rows));
    // On a big board a coordinate is far from half of the cells, so it stands on both sides.
    let both_sides = size.columns > 8 || size.rows > 8;
    let far_margin = if both_sides { MARGIN } else { BARE_MARGIN };
    let (width, height) = (MARGIN + columns + far_margin, far_margin + rows + MARGIN);
    let x = |column: u8| MARGIN + f32::from(column) + 0.5;
    let y = |row: u8| height - MARGIN - f32::from(row) - 0.5;
    let cells = grid.cells().map(|cell| {
        let (column, row) = grid.file_rank(cell);
        let centre = Point {
            x: x(column),
            y: y(row),
        };
        CellShape {
            cell,
            centre,
            shape: Shape::Disc { radius: 0.4 },
            ground: Ground::Hole,
            text: String::new(),
        }
    });
    let mut labels = Vec::new();
    let mut label = |x, y, text| {
        labels.push(Label {
            centre: Point { x, y },
            size: 0.2,
            text,
        })
    };
    for column in 0..size.columns {
        let letter = Grid::file_letter(column).to_string();
        if both_sides {
            label(x(column), LABELS, letter.clone());
        }
        label(x(column), height - LABELS, letter);
    }
    for row in 0..size.rows {
        let number = (row + 1).to_string();
        if both_sides {
            label(width - LABELS, y(row), number.clone());
        }
        label(LABELS, y(row), number);
    }
    Board {
        key: format!("connect-n {}x{}", size.columns, size.rows),
        width,
        height,
        surfaces: vec![Surface {
            centre: Point {
                x: MARGIN + columns / 2.0,
                y: far_margin + rows / 2.0,
            },
            shape: Shape::Rectangle {
                width: columns + 2.0 * RIM,
                height: rows + 2.0 * RIM,
                corner: 0.3,
            },
            ground: Ground::Frame,
        }],
        cells: cells.collect(),
        labels,
    }
}
