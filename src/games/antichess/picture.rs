use super::attacks::{GRID, Square};
use super::{Antichess, Ending};
use crate::board::scene::{Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot};
use crate::board::{Cell, Grid, Seat};

/// From the picture's border to the squares, in units: room for the coordinates.
const MARGIN: f32 = 0.4;

pub(super) fn scene<const EN_CASTLE: bool>(position: &Antichess<EN_CASTLE>, seen_from: Seat) -> Scene {
    let squares = || (0..8).flat_map(|rank| (0..8).map(move |file| Square::at(file, rank)));
    let men = squares().filter_map(|square| {
        let (figure, colour) = position.figure_at(square).zip(position.seat_at(square))?;
        Some(Man { spot: Spot::On(square.cell()), colour, kind: Kind::Chess(figure) })
    });
    let king = position.king(position.side).cell();
    let mut marks = Vec::new();
    if position.checkers != 0 {
        marks.push(Mark { cell: king, kind: MarkKind::Check });
    }
    if position.ending == Some(Ending::Bare) {
        marks.push(Mark { cell: king, kind: MarkKind::Winning });
    }
    Scene::new(board(seen_from), men.collect(), marks)
}

fn board(seen_from: Seat) -> Board {
    let side = 8.0 + 2.0 * MARGIN;
    // Along either axis, how far a file or rank is from the top left corner of the picture.
    let right = |file: u8| MARGIN + 0.5 + f32::from(if seen_from == Seat::First { file } else { 7 - file });
    let down = |rank: u8| MARGIN + 0.5 + f32::from(if seen_from == Seat::First { 7 - rank } else { rank });
    let cell = |cell: Cell| {
        let (file, rank) = GRID.file_rank(cell);
        CellShape {
            cell,
            centre: Point { x: right(file), y: down(rank) },
            shape: Shape::Rectangle { width: 1.0, height: 1.0, corner: 0.0 },
            ground: if (file + rank) % 2 == 0 { Ground::Dark } else { Ground::Light },
            text: String::new(),
        }
    };
    let label = |x, y, text| Label { centre: Point { x, y }, size: 0.2, text };
    let files = (0..8).map(|file| label(right(file), side - MARGIN / 2.0, Grid::file_letter(file).to_string()));
    let ranks = (0..8).map(|rank| label(MARGIN / 2.0, down(rank), (rank + 1).to_string()));
    Board {
        key: format!("chess seen by {}", super::colour_word(seen_from)),
        width: side,
        height: side,
        surfaces: Vec::new(),
        cells: GRID.cells().map(cell).collect(),
        labels: files.chain(ranks).collect(),
    }
}
