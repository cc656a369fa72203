use std::fmt::Write as _;

use super::ring::{COLUMNS, VALUES};
use super::{Anacund, Square};
use crate::board::Seat;
use crate::board::scene::{
    Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot, Surface,
};
use crate::games::Line;

/// From the picture's border to the tray, in units.
const BORDER: f32 = 0.04;
/// The tray around the ring, in which captured pieces lie beside their squares.
const TRAY: f32 = 0.98;
/// Between the tray and the ring: room for the numbers of the squares.
const RIM: f32 = 0.48;
/// From the ring to the middle of the numbers, which stay clear of the frame's edge.
const NUMBERS: f32 = 0.21;
/// From the picture's border to the ring.
const MARGIN: f32 = BORDER + TRAY + RIM;
/// Size of the ring.
const WIDTH: f32 = COLUMNS as f32;
const HEIGHT: f32 = 3.0;

pub(super) fn scene(position: &Anacund, seen_from: Seat) -> Scene {
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
    Scene::new(board(position), men.map(man).collect(), marks.collect()).seen_from(seen_from)
}

fn on(square: Square) -> Spot {
    Spot::On(square.cell())
}

fn beside(square: Square) -> Spot {
    Spot::Beside(square.cell(), outside(square, RIM + TRAY / 2.0))
}

fn centre(square: Square) -> Point {
    let (column, row) = square.column_row();
    Point {
        x: MARGIN + f32::from(column) + 0.5,
        y: MARGIN + f32::from(row) + 0.5,
    }
}

/// The point so far outside the ring, straight out from a square. Corners are left upwards and downwards.
fn outside(square: Square, far: f32) -> Point {
    let Point { x, y } = centre(square);
    match square.column_row() {
        (_, 0) => Point {
            x,
            y: y - 0.5 - far,
        },
        (_, 2) => Point {
            x,
            y: y + 0.5 + far,
        },
        (0, _) => Point {
            x: x - 0.5 - far,
            y,
        },
        _ => Point {
            x: x + 0.5 + far,
            y,
        },
    }
}

fn board(position: &Anacund) -> Board {
    let (width, height) = (WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN);
    let middle = Point {
        x: width / 2.0,
        y: height / 2.0,
    };
    let around = |more: f32, ground| Surface {
        centre: middle,
        shape: Shape::Rectangle {
            width: WIDTH + 2.0 * more,
            height: HEIGHT + 2.0 * more,
            corner: 0.2,
        },
        ground,
    };
    let golden = position.values.golden();
    let mut key = String::from("anacund ");
    let mut cells = Vec::new();
    for square in Square::all() {
        let ground = match square {
            _ if square == golden => Ground::Golden,
            // The two squares of a slat look alike, and other than those of the next slat.
            _ if square.column_row().0.is_multiple_of(2) => Ground::Light,
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
    // The captured piece beside the golden square counts three as well, so its place in the tray is golden too.
    let golden_tray = Surface {
        centre: outside(golden, RIM + TRAY / 2.0),
        shape: Shape::Rectangle {
            width: 0.96,
            height: 0.96,
            corner: 0.2,
        },
        ground: Ground::Golden,
    };
    Board {
        key,
        width,
        height,
        surfaces: vec![
            around(RIM + TRAY, Ground::Tray),
            golden_tray,
            around(RIM, Ground::Frame),
        ],
        cells,
        labels: Square::all()
            .map(|square| Label {
                centre: outside(square, NUMBERS),
                size: 0.19,
                text: square.to_string(),
            })
            .collect(),
    }
}

/// The four sides of the ring, and the squares of each value.
pub(super) fn lines(position: &Anacund) -> Vec<Line> {
    let side = |name: &str, inside: fn((u8, u8)) -> bool| Line {
        kind: "side",
        name: name.to_owned(),
        label: format!("{name} side"),
        cells: Square::all()
            .filter(|square| inside(square.column_row()))
            .map(Square::cell)
            .collect(),
    };
    let sides = [
        side("top", |(_, row)| row == 0),
        side("right", |(column, row)| row == 1 && column > 0),
        side("bottom", |(_, row)| row == 2),
        side("left", |(column, row)| row == 1 && column == 0),
    ];
    let value = |value: u8| {
        Line::new(
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
