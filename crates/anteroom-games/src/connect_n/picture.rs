use super::{Bits, ConnectN, Size};
use anteroom_board::scene::{
    Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot, Surface,
};
use anteroom_board::{Cell, Grid, Seat};

/// The distance from the picture's border to the frame.
const BORDER: f32 = 0.03;
/// The width of the frame around the cells: with coordinates on it, and without.
const LABELLED: f32 = 0.40;
const BARE: f32 = 0.16;

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
    // On a large board a coordinate is far from half of the cells, so it is on both sides.
    let both_sides = size.columns > 8 || size.rows > 8;
    let near = BORDER + LABELLED;
    let far = if both_sides { near } else { BORDER + BARE };
    let (width, height) = (near + columns + far, far + rows + near);
    let x = |column: u8| near + f32::from(column) + 0.5;
    let y = |row: u8| height - near - f32::from(row) - 0.5;
    let labels_at = BORDER + LABELLED * 0.52;
    let cells = grid.cells().map(|cell| {
        let (column, row) = grid.file_rank(cell);
        let centre = Point {
            x: x(column),
            y: y(row),
        };
        CellShape {
            cell,
            centre,
            shape: Shape::Disc { radius: 0.435 },
            ground: Ground::Hole,
            text: String::new(),
        }
    });
    let mut labels = Vec::new();
    let mut label = |x, y, text| {
        labels.push(Label {
            centre: Point { x, y },
            size: 0.22,
            text,
        })
    };
    for column in 0..size.columns {
        let letter = Grid::file_letter(column).to_string();
        if both_sides {
            label(x(column), labels_at, letter.clone());
        }
        label(x(column), height - labels_at, letter);
    }
    for row in 0..size.rows {
        let number = (row + 1).to_string();
        if both_sides {
            label(width - labels_at, y(row), number.clone());
        }
        label(labels_at, y(row), number);
    }
    Board {
        key: format!("connect-n {}x{}", size.columns, size.rows),
        width,
        height,
        surfaces: vec![Surface {
            centre: Point {
                x: width / 2.0,
                y: height / 2.0,
            },
            shape: Shape::Rectangle {
                width: width - 2.0 * BORDER,
                height: height - 2.0 * BORDER,
                corner: 0.25,
            },
            ground: Ground::Frame,
        }],
        cells: cells.collect(),
        labels,
    }
}
