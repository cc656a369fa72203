use super::{Anaash, Size, Square};
use anteroom_board::scene::{Board, Ground, Kind, Man, Scene, Spot};
use anteroom_board::{Grid, Seat, board_of_squares};

pub(super) fn scene(position: &Anaash, seen_from: Seat) -> Scene {
    let man = |(square, colour): (Square, Seat)| Man {
        spot: Spot::On(square.cell()),
        colour,
        kind: Kind::Stack(u16::from(position.height(square))),
    };
    let stacks = position
        .size
        .squares()
        .filter_map(|square| Some((square, position.owner(square)?)));
    Scene::new(board(position.size), stacks.map(man).collect(), Vec::new()).seen_from(seen_from)
}

fn board(size: Size) -> Board {
    let side = size.side();
    board_of_squares(
        format!("anaash {side}"),
        Grid {
            columns: side,
            rows: side,
        },
        |file, rank| {
            (
                Square::at(file, rank).cell(),
                if (file + rank).is_multiple_of(2) {
                    Ground::Dark
                } else {
                    Ground::Light
                },
            )
        },
    )
}
