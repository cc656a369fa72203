//! What every board shares: seats, cells, square grids, levels of computer players, names of themes, and the vocabulary
//! of a [`scene`].
//!
//! ```
//! use anteroom_board::{Cell, Grid, Seat};
//!
//! let board = Grid { columns: 8, rows: 8 };
//! assert_eq!(board.parse("e2"), Some(Cell(12)));
//! assert_eq!(Seat::First.other(), Seat::Second);
//! ```

#![warn(missing_docs)]
// The compiler warns about dependencies in Cargo.toml that are not used.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod grid;
mod level;
pub mod scene;
mod squares;
mod theme;

use serde::{Deserialize, Serialize};

pub use grid::Grid;
pub use level::Level;
pub use squares::board_of_squares;
pub use theme::{Theme, UnknownTheme};

/// One of the two players of a match, named by the order of the first turns of an ordinary game.
///
/// A seat is a person's chair, not a colour: after a swap the seats have each other's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The seat that begins by the rule sheet.
    First,
    /// The seat that plays second.
    Second,
}

impl Seat {
    /// Both seats, the first one first.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// Returns the other seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// Returns 0 for the first seat and 1 for the second, as an index into arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A place on a board, numbered by its game.
///
/// The game defines the number's meaning and the cell's printed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);
