//! What every board shares: seats, cells, square grids, the names of themes, and the vocabulary of a
//! [`scene`].

mod grid;
pub mod scene;
mod squares;
mod theme;

pub use grid::Grid;
pub use squares::board_of_squares;
pub use theme::{Theme, UnknownTheme};

/// One of the two players of a match, by who makes the first turn of an ordinary game.
///
/// A seat is a person's chair, not a colour: in a game with a swap the colours may change chairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The seat that the rule sheet lets begin.
    First,
    /// The other one.
    Second,
}

impl Seat {
    /// Both seats, the first one first.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first seat, 1 for the second: for arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A place of a board, numbered by its game. What the number means, and the cell's printed name, is the game's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);
