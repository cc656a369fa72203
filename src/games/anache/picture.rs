use super::board::{Board as Pieces, Rank};
use super::geometry::Geometry;
use super::squares::{Square, Squares};
use super::{Anache, Ending};
use crate::board::scene::{Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot};
use crate::board::{Grid, Seat};

/// From the picture's border to the squares, in units: room for the coordinates.
const MARGIN: f32 = 0.52;
/// From the picture's border to the middle of the coordinates.
const LABELS: f32 = 0.27;

pub(super) fn scene(position: &Anache, seen_from: Seat) -> Scene {
    let geometry = position.geometry;
    let board = &position.stage.board;
    let men = geometry.board.filter_map(|square| {
        let colour = board.owner(square)?;
        let kind = match Pieces::rank(geometry, colour, square) {
            Rank::Man => Kind::Counter,
            Rank::Knight => Kind::Knight,
            Rank::Dragon => Kind::Dragon,
        };
        Some(Man { spot: Spot::On(square.cell()), colour, kind })
    });
    let marked = |squares: Squares, kind| squares.map(move |square| Mark { cell: square.cell(), kind });
    let marks = match position.ending {
        Some(Ending::TwoDragons | Ending::LastPiece) => {
            marked(board.dragons(geometry, position.mover.other()), MarkKind::Winning).collect()
        }
        Some(Ending::NoPiece | Ending::NoTurn) => Vec::new(),
        None if position.is_standard() => marked(position.turn_now().frozen(board), MarkKind::Frozen).collect(),
        None => Vec::new(),
    };
    Scene::new(empty_board(geometry, seen_from), men.collect(), marks)
}

fn empty_board(geometry: &Geometry, seen_from: Seat) -> Board {
    let size = geometry.size;
    let side = f32::from(size) + 2.0 * MARGIN;
    let turned = |i: u8| match seen_from {
        Seat::First => i,
        Seat::Second => size - 1 - i,
    };
    let x = |file: u8| MARGIN + f32::from(turned(file)) + 0.5;
    let y = |rank: u8| side - MARGIN - f32::from(turned(rank)) - 0.5;
    let cells = geometry.board.map(|square| CellShape {
        cell: square.cell(),
        centre: Point { x: x(square.file()), y: y(square.rank()) },
        shape: Shape::Rectangle { width: 1.0, height: 1.0, corner: 0.0 },
        ground: ground(geometry, square),
        text: String::new(),
    });
    let mut labels = Vec::new();
    let mut label = |x, y, text| labels.push(Label { centre: Point { x, y }, size: 0.22, text });
    for i in 0..size {
        // These boards are wide: a coordinate on one side alone is far from half of the squares.
        for at in [LABELS, side - LABELS] {
            label(x(i), at, Grid::file_letter(i).to_string());
            label(at, y(i), (i + 1).to_string());
        }
    }
    let key = format!("anache {size} from the {} side", if seen_from == Seat::First { "first" } else { "second" });
    Board { key, width: side, height: side, surfaces: Vec::new(), cells: cells.collect(), labels }
}

/// The own corners, and the line at which men become knights.
fn ground(geometry: &Geometry, square: Square) -> Ground {
    let side = |areas: [Squares; 2]| Seat::BOTH.into_iter().find(|seat| areas[seat.index()].has(square));
    match (side(geometry.own_corners), side(geometry.half)) {
        (Some(seat), _) => Ground::Home(seat),
        (None, Some(Seat::Second)) => Ground::Far,
        (None, _) => Ground::Near,
    }
}
