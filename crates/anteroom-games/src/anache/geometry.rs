//! The three boards.

use super::squares::{Square, Squares};
use anteroom_board::Seat;

/// A board's size and the sets of squares derived from it.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Geometry {
    pub size: u8,
    pub board: Squares,
    pub corners: Squares,
    /// The two corners of a seat's own side, which it may never enter.
    pub own_corners: [Squares; 2],
    /// The half of the board in which a seat starts.
    pub half: [Squares; 2],
    /// The squares of a seat's pieces at the start.
    pub start: [Squares; 2],
}

pub(super) static TEN: Geometry = Geometry::new(10, 3);
pub(super) static TWELVE: Geometry = Geometry::new(12, 4);
pub(super) static SIXTEEN: Geometry = Geometry::new(16, 5);

impl Geometry {
    /// Creates the board with *n* files and ranks, and `rows` ranks full of pieces on either side.
    const fn new(size: u8, rows: u8) -> Self {
        let (middle, last) = (size / 2, size - 1);
        let board = Squares::block(0, size, 0, size);
        let all_but_corners = Squares::block(1, last, 0, size).or(Squares::block(0, size, 1, last));
        let corners = board.without(all_but_corners);
        let half = [
            Squares::block(0, size, 0, middle),
            Squares::block(0, size, middle, size),
        ];
        let own_corners = [corners.without(half[1]), corners.without(half[0])];
        let start = [
            Squares::block(1, last, 0, rows),
            Squares::block(1, last, size - rows, size),
        ];
        Self {
            size,
            board,
            corners,
            own_corners,
            half,
            start,
        }
    }

    /// Returns the two corners on which this seat's pieces are dragons.
    pub(super) const fn opposing_corners(&self, seat: Seat) -> Squares {
        self.own_corners[seat.other().index()]
    }

    /// Returns the quarter of the board around the corner that shares a rank with this one.
    pub(super) fn quarter_across(&self, corner: Square) -> Squares {
        let middle = self.size / 2;
        let (file, to_file) = if corner.file() < middle {
            (middle, self.size)
        } else {
            (0, middle)
        };
        let (rank, to_rank) = if corner.rank() < middle {
            (0, middle)
        } else {
            (middle, self.size)
        };
        Squares::block(file, to_file, rank, to_rank)
    }
}
