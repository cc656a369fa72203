use std::fmt::Write as _;

use super::ring::VALUES;
use super::{Anacund, Square};
use crate::{CellLine, Position};
use anteroom_board::Seat;
use anteroom_board::scene::{
    Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Panel, Point, Scene, Shape, Spot,
    Surface, Tally,
};

/// Squares along each side of the picture, corners included.
/// On the table the ring is 17 squares long and 3 wide. Bent into a square, with the same neighbours and numbers, it
/// appears twice as large.
const ALONG: u8 = 10;
const SIDE: f32 = ALONG as f32;
/// The width of the tray along the inside of the ring, in which captured pieces lie beside their squares.
const TRAY: f32 = 0.84;
/// The width of the frame around the ring, with the numbers of the squares.
const RIM: f32 = 0.46;
/// The width of the frame inside the ring.
const INNER_RIM: f32 = 0.09;
/// The distance from the picture's border to the frame.
const BORDER: f32 = 0.03;
/// The distance from the picture's border to the ring.
const MARGIN: f32 = BORDER + RIM;
const WHOLE: f32 = SIDE + 2.0 * MARGIN;
/// The side of the area in the middle, and the free space between its panels.
const MIDDLE: f32 = SIDE - 2.0 - 2.0 * INNER_RIM;
const GAP: f32 = 0.18;
/// The distances from the middle of a side to captured pieces of the corner and of the squares next to it. Inside the
/// ring there is less room than on it, so these lie a little closer to the middle than their squares.
const NEAR_CORNERS: [f32; 3] = [MIDDLE / 2.0 - TRAY / 2.0 + 0.04, 2.91, 2.36];

/// Draws the position, always the same side up because the ring is numbered from the top left.
pub(super) fn scene(position: &Anacund) -> Scene {
    let man = |(square, colour, spot): (Square, Seat, fn(Square) -> Spot)| Man {
        spot: spot(square),
        colour,
        kind: Kind::Disc,
    };
    let men = Square::all().filter_map(|square| {
        let standing = position
            .standing_at(square)
            .map(|colour| (square, colour, on as fn(Square) -> Spot));
        standing.or_else(|| {
            position
                .captured_at(square)
                .map(|colour| (square, colour, beside as fn(Square) -> Spot))
        })
    });
    let closed = Square::all().filter(|square| position.captured_at(*square).is_some());
    let marks = closed.map(|square| Mark {
        cell: square.cell(),
        kind: MarkKind::Closed,
    });
    Scene {
        panels: Seat::BOTH.map(|colour| panel(position, colour)).into(),
        ..Scene::new(board(position), men.map(man).collect(), marks.collect())
    }
}

/// Returns a colour's panel of points and pieces to place: Dark's above Bright's.
fn panel(position: &Anacund, colour: Seat) -> Panel {
    let edge = MIDDLE - 2.0 * TRAY;
    let height = (edge - GAP) / 2.0;
    let down = match colour {
        Seat::First => -1.0,
        Seat::Second => 1.0,
    };
    Panel {
        centre: Point {
            x: WHOLE / 2.0,
            y: WHOLE / 2.0 + down * (height + GAP) / 2.0,
        },
        width: edge,
        height,
        tally: Tally {
            colour,
            kind: Kind::Disc,
            score: position.points()[colour.index()],
            groups: position.groups[colour.index()].sizes().collect(),
            to_place: if position.to_move() == Some(colour) {
                position.left
            } else {
                0
            },
        },
    }
}

fn on(square: Square) -> Spot {
    Spot::On(square.cell())
}

fn beside(square: Square) -> Spot {
    Spot::Beside(square.cell(), tray(square))
}

/// Returns column and row on the picture, counted from 0 at the top left corner.
fn column_row(square: Square) -> (u8, u8) {
    const LAST: u8 = ALONG - 1;
    let along = square.index() as u8 % LAST;
    match square.index() as u8 / LAST {
        0 => (along, 0),
        1 => (LAST, along),
        2 => (LAST - along, LAST),
        _ => (0, LAST - along),
    }
}

fn centre(square: Square) -> Point {
    let (column, row) = column_row(square);
    Point {
        x: MARGIN + f32::from(column) + 0.5,
        y: MARGIN + f32::from(row) + 0.5,
    }
}

/// Returns the point outside the ring at a distance from the middle of a square. For corners it is above and below
/// them.
fn outside(square: Square, far: f32) -> Point {
    let Point { x, y } = centre(square);
    let (dx, dy) = match column_row(square) {
        (_, 0) => (0.0, -far),
        (_, row) if row == ALONG - 1 => (0.0, far),
        (0, _) => (-far, 0.0),
        _ => (far, 0.0),
    };
    Point {
        x: x + dx,
        y: y + dy,
    }
}

/// Returns the place of a captured piece in the tray beside a square.
fn tray(square: Square) -> Point {
    let (column, row) = column_row(square);
    let place = |number: u8| {
        let from_corner = number.min(ALONG - 1 - number);
        let straight = SIDE / 2.0 - 0.5 - f32::from(from_corner);
        let far = NEAR_CORNERS.get(usize::from(from_corner));
        let far = far.copied().unwrap_or(straight);
        let middle = WHOLE / 2.0;
        if number < ALONG / 2 {
            middle - far
        } else {
            middle + far
        }
    };
    Point {
        x: place(column),
        y: place(row),
    }
}

/// Returns the number of a square, on the frame, where no piece covers it.
fn number(square: Square) -> Label {
    Label {
        centre: outside(square, 0.5 + RIM / 2.0),
        size: 0.24,
        text: square.to_string(),
    }
}

fn board(position: &Anacund) -> Board {
    let middle = Point {
        x: WHOLE / 2.0,
        y: WHOLE / 2.0,
    };
    let around = |edge: f32, ground| Surface {
        centre: middle,
        shape: Shape::Rectangle {
            width: edge,
            height: edge,
            corner: 0.15,
        },
        ground,
    };
    let golden = position.values.golden();
    let mut key = String::from("anacund ");
    let mut cells = Vec::new();
    for square in Square::all() {
        let ground = match square {
            _ if square == golden => Ground::Golden,
            _ if square.index().is_multiple_of(2) => Ground::Light,
            _ => Ground::Dark,
        };
        let value = position.values.value(square);
        // Writing to a string cannot fail.
        let _ = write!(key, "{}{value}", if square == golden { "*" } else { "" });
        let shape = Shape::Rectangle {
            width: 1.0,
            height: 1.0,
            corner: 0.08,
        };
        cells.push(CellShape {
            cell: square.cell(),
            centre: centre(square),
            shape,
            ground,
            text: value.to_string(),
        });
    }
    Board {
        key,
        width: WHOLE,
        height: WHOLE,
        surfaces: vec![
            around(SIDE + 2.0 * RIM, Ground::Frame),
            around(MIDDLE, Ground::Tray),
        ],
        cells,
        labels: Square::all().map(number).collect(),
    }
}

/// Returns the four sides of the ring, and the squares of each value.
pub(super) fn lines(position: &Anacund) -> Vec<CellLine> {
    let side = |name: &str, inside: fn((u8, u8)) -> bool| CellLine {
        kind: "side",
        name: name.to_owned(),
        label: format!("{name} side"),
        cells: Square::all()
            .filter(|square| inside(column_row(*square)))
            .map(Square::cell)
            .collect(),
    };
    let sides = [
        side("top", |(_, row)| row == 0),
        side("right", |(column, row)| {
            column > 0 && (1..ALONG - 1).contains(&row)
        }),
        side("bottom", |(_, row)| row == ALONG - 1),
        side("left", |(column, row)| {
            column == 0 && (1..ALONG - 1).contains(&row)
        }),
    ];
    let value = |value: u8| {
        CellLine::new(
            "value",
            value.to_string(),
            position
                .values
                .squares(value)
                .iter()
                .map(Square::cell)
                .collect(),
        )
    };
    sides.into_iter().chain((1..=VALUES).map(value)).collect()
}
