use super::board::Board as Pieces;
use super::geometry::Geometry;
use super::squares::{Direction, Square, Squares};
use super::{Anache, Ending};
use anteroom_board::scene::{Board, Ground, Man, Mark, MarkKind, Scene, Spot};
use anteroom_board::{Grid, Seat, board_of_squares};

pub(super) fn scene(position: &Anache, seen_from: Seat) -> Scene {
    let geometry = position.geometry;
    let board = &position.stage.board;
    let men = geometry.board.filter_map(|square| {
        let colour = board.owner(square)?;
        Some(Man {
            spot: Spot::On(square.cell()),
            colour,
            kind: Pieces::rank(geometry, colour, square).kind(),
        })
    });
    let marked = |squares: Squares, kind| {
        squares.map(move |square| Mark {
            cell: square.cell(),
            kind,
        })
    };
    let marks = match position.ending {
        Some(Ending::TwoDragons | Ending::LastPiece) => marked(
            board.dragons(geometry, position.mover.other()),
            MarkKind::Winning,
        )
        .collect(),
        Some(Ending::NoPiece | Ending::NoTurn) => Vec::new(),
        None if position.is_standard() => {
            let forbidden = marked(position.no_jumps(), MarkKind::Forbidden);
            marked(position.turn_now().frozen(board), MarkKind::Frozen)
                .chain(forbidden)
                .collect()
        }
        None => Vec::new(),
    };
    Scene::new(empty_board(geometry), men.collect(), marks).seen_from(seen_from)
}

fn empty_board(geometry: &Geometry) -> Board {
    let size = geometry.size;
    board_of_squares(
        format!("anache {size}"),
        Grid {
            columns: size,
            rows: size,
        },
        |file, rank| {
            let square = Square::at(file, rank);
            (square.cell(), ground(geometry, square))
        },
    )
}

/// Returns the ground of a square: own corners, and the line at which men become knights.
fn ground(geometry: &Geometry, square: Square) -> Ground {
    let side = |areas: [Squares; 2]| {
        Seat::BOTH
            .into_iter()
            .find(|seat| areas[seat.index()].has(square))
    };
    match (side(geometry.own_corners), side(geometry.half)) {
        (Some(seat), _) => Ground::Home(seat),
        (None, Some(Seat::Second)) => Ground::Far,
        (None, _) => Ground::Near,
    }
}

/// Returns a turn with arrows instead of compass points, as they point on the picture of this seat: `e5,f4↗ end`.
pub(super) fn with_arrows(turn: &str, seen_from: Seat) -> String {
    let steps = turn.split(' ').map(|step| {
        let moved = step.rsplit_once('-');
        let moved = moved.and_then(|(group, point)| Some((group, Direction::parse(point)?)));
        match moved {
            Some((group, direction)) => format!("{group}{}", arrow(direction, seen_from)),
            None => step.to_owned(),
        }
    });
    steps.collect::<Vec<_>>().join(" ")
}

/// Returns the direction as an arrow on the picture of this seat.
pub(super) fn arrow(direction: Direction, seat: Seat) -> char {
    let seen = if seat == Seat::First {
        direction
    } else {
        direction.opposite()
    };
    match seen {
        Direction::N => '↑',
        Direction::NE => '↗',
        Direction::E => '→',
        Direction::SE => '↘',
        Direction::S => '↓',
        Direction::SW => '↙',
        Direction::W => '←',
        Direction::NW => '↖',
    }
}
