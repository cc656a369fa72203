use super::{Anaash, Size};
use crate::board::scene::{Board, CellShape, Ground, Kind, Label, Man, Point, Scene, Shape, Spot};
use crate::board::{Grid, Seat};

/// From the picture's border to the squares, in units: room for the coordinates.
const MARGIN: f32 = 0.45;
/// From the picture's border to the middle of the coordinates.
const LABELS: f32 = 0.21;

pub(super) fn scene(position: &Anaash, seen_from: Seat) -> Scene {
    let man = |(square, seat): (super::Square, Seat)| Man {
        spot: Spot::On(square.cell()),
        colour: seat,
        kind: Kind::Stack(u16::from(position.height(square))),
    };
    let stacks = position.size.squares().filter_map(|square| Some((square, position.owner(square)?)));
    Scene::new(board(position.size, seen_from), stacks.map(man).collect(), Vec::new())
}

fn board(size: Size, seen_from: Seat) -> Board {
    let side = f32::from(size.side()) + 2.0 * MARGIN;
    let along = |number: u8| MARGIN + f32::from(number) + 0.5;
    // Seen from the other side the board is turned by half a circle.
    let x = |file: u8| if seen_from == Seat::First { along(file) } else { side - along(file) };
    let y = |rank: u8| if seen_from == Seat::First { side - along(rank) } else { along(rank) };
    let cells = size.squares().map(|square| CellShape {
        cell: square.cell(),
        centre: Point { x: x(square.file()), y: y(square.rank()) },
        shape: Shape::Rectangle { width: 1.0, height: 1.0, corner: 0.0 },
        ground: if (square.file() + square.rank()).is_multiple_of(2) { Ground::Dark } else { Ground::Light },
        text: String::new(),
    });
    let mut labels = Vec::new();
    let mut label = |x, y, text| labels.push(Label { centre: Point { x, y }, size: 0.22, text });
    for number in 0..size.side() {
        let (file, rank) = (Grid::file_letter(number).to_string(), (number + 1).to_string());
        // On a big board a coordinate is far from half of the squares, so it stands on both sides.
        if size.side() > 8 {
            label(x(number), LABELS, file.clone());
            label(side - LABELS, y(number), rank.clone());
        }
        label(x(number), side - LABELS, file);
        label(LABELS, y(number), rank);
    }
    let turned = if seen_from == Seat::First { "" } else { " turned" };
    Board {
        key: format!("anaash {}{turned}", size.side()),
        width: side,
        height: side,
        surfaces: Vec::new(),
        cells: cells.collect(),
        labels,
    }
}
