use super::attacks::{GRID, Square};
use super::{Antichess, Ending};
use anteroom_board::scene::{Board, Ground, Kind, Man, Mark, MarkKind, Scene, Spot};
use anteroom_board::{Seat, board_of_squares};

pub(super) fn scene<const EN_CASTLE: bool>(
    position: &Antichess<EN_CASTLE>,
    seen_from: Seat,
) -> Scene {
    let squares = || (0..8).flat_map(|rank| (0..8).map(move |file| Square::at(file, rank)));
    let men = squares().filter_map(|square| {
        let (figure, colour) = position.figure_at(square).zip(position.seat_at(square))?;
        Some(Man {
            spot: Spot::On(square.cell()),
            colour,
            kind: Kind::Chess(figure),
        })
    });
    let king = position.king(position.side).cell();
    let mut marks = Vec::new();
    if position.checkers != 0 {
        marks.push(Mark {
            cell: king,
            kind: MarkKind::Check,
        });
    }
    if position.ending == Some(Ending::Bare) {
        marks.push(Mark {
            cell: king,
            kind: MarkKind::Winning,
        });
    }
    Scene::new(board(), men.collect(), marks).seen_from(seen_from)
}

fn board() -> Board {
    board_of_squares(String::from("chess"), GRID, |file, rank| {
        (
            Square::at(file, rank).cell(),
            if (file + rank).is_multiple_of(2) {
                Ground::Dark
            } else {
                Ground::Light
            },
        )
    })
}
