use std::fmt::Write as _;

use super::ring::VALUES;
use super::{Anacund, Square};
use crate::board::Seat;
use crate::board::scene::{
    Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Panel, Point, Scene, Shape, Spot,
    Surface, Tally,
};
use crate::games::{CellLine, Position};

/// Squares along each side of the picture, corners included. On the table the ring is 17 squares long and 3 wide; bent
/// into a square, with the same neighbours and numbers, it is seen twice as large.
const ALONG: u8 = 10;
const SIDE: f32 = ALONG as f32;
/// The tray around the ring, in which captured pieces lie beside their squares.
const TRAY: f32 = 0.9;
/// The frame reaches so far beyond the ring.
const RIM: f32 = 0.05;
/// The frame within the ring: room for the numbers of the squares.
const INNER_RIM: f32 = 0.5;
/// From the ring to the middle of the numbers.
const NUMBERS: f32 = 0.24;
/// From the picture's border to the tray.
const BORDER: f32 = 0.02;
/// From the picture's border to the ring.
const MARGIN: f32 = BORDER + TRAY + RIM;
/// Width and height of the picture.
const WHOLE: f32 = SIDE + 2.0 * MARGIN;
/// Edge of the place in the middle, and what its panels leave free around them.
const MIDDLE: f32 = SIDE - 2.0 - 2.0 * INNER_RIM;
const GAP: f32 = 0.12;

/// The ring is numbered from the top left, so nobody sees it turned.
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

/// What a colour has and has still to place: Dark's above Bright's.
fn panel(position: &Anacund, colour: Seat) -> Panel {
    let height = (MIDDLE - 3.0 * GAP) / 2.0;
    let down = match colour {
        Seat::First => -1.0,
        Seat::Second => 1.0,
    };
    Panel {
        centre: Point {
            x: WHOLE / 2.0,
            y: WHOLE / 2.0 + down * (height + GAP) / 2.0,
        },
        width: MIDDLE - 2.0 * GAP,
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
    Spot::Beside(square.cell(), off(square, RIM + TRAY / 2.0))
}

/// Column and row on the picture, from the top left corner and counted from 0.
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

fn is_corner(square: Square) -> bool {
    square.index().is_multiple_of(usize::from(ALONG) - 1)
}

fn centre(square: Square) -> Point {
    let (column, row) = column_row(square);
    Point {
        x: MARGIN + f32::from(column) + 0.5,
        y: MARGIN + f32::from(row) + 0.5,
    }
}

/// The point so far off the ring, straight out from a square, or straight in if it is negative. Corners are left upwards
/// and downwards.
fn off(square: Square, far: f32) -> Point {
    let Point { x, y } = centre(square);
    let far = if far < 0.0 { far - 0.5 } else { far + 0.5 };
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

/// Where the number of a square stands: within the ring, where nothing is laid down. A corner has no side there, so its
/// number stands on the other side of the corner than its captured piece.
fn number(square: Square) -> Label {
    let centre = match column_row(square) {
        (0, _) if is_corner(square) => Point {
            x: centre(square).x - 0.5 - RIM - NUMBERS,
            ..centre(square)
        },
        _ if is_corner(square) => Point {
            x: centre(square).x + 0.5 + RIM + NUMBERS,
            ..centre(square)
        },
        _ => off(square, -NUMBERS),
    };
    Label {
        centre,
        size: 0.21,
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
    // The captured piece beside the golden square counts three as well, so its place in the tray is golden too.
    let golden_tray = Surface {
        centre: off(golden, RIM + TRAY / 2.0),
        shape: Shape::Rectangle {
            width: TRAY - 0.04,
            height: TRAY - 0.04,
            corner: 0.2,
        },
        ground: Ground::Golden,
    };
    Board {
        key,
        width: WHOLE,
        height: WHOLE,
        surfaces: vec![
            around(WHOLE - 2.0 * BORDER, Ground::Tray),
            golden_tray,
            around(SIDE + 2.0 * RIM, Ground::Frame),
            around(MIDDLE, Ground::Tray),
        ],
        cells,
        labels: Square::all().map(number).collect(),
    }
}

/// The four sides of the ring, and the squares of each value.
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
