//! Squares, and sets of them as bits.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use crate::nth_one::nth_one;
use anteroom_board::{Cell, Grid};

/// Bits from one rank to the next: the files of the widest board, and a guard file that is never set.
pub(super) const STRIDE: u8 = 11;
/// The most files and ranks of a board.
const WIDEST: u8 = 10;

/// A square, numbered `rank * 11 + file` on boards of every size, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// One of the four directions of a stack's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Right,
    Down,
    Left,
}

pub(super) const DIRECTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Right,
    Direction::Down,
    Direction::Left,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Squares(u128);

impl Square {
    /// Returns the square with this number, less than 128.
    pub const fn numbered(number: u8) -> Self {
        Self(number & 127)
    }

    /// Returns its number, `rank * 11 + file`.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the square on a file and a rank, both counted from 0 and less than 10.
    pub(super) const fn at(file: u8, rank: u8) -> Self {
        Self((rank * STRIDE + file) & 127)
    }

    pub(super) const fn file(self) -> u8 {
        self.0 % STRIDE
    }

    pub(super) const fn rank(self) -> u8 {
        self.0 / STRIDE
    }

    /// Returns the square's index in an array of 128.
    pub(super) const fn index(self) -> usize {
        // A square's number is below 110. The mask lets the compiler omit the bounds checks.
        (self.0 & 127) as usize
    }

    pub(super) fn cell(self) -> Cell {
        Cell(u16::from(self.0))
    }

    /// Returns the square of a cell, if the widest board has it.
    pub(super) fn of(cell: Cell) -> Option<Self> {
        let square = Self(
            u8::try_from(cell.0)
                .ok()
                .filter(|&number| number < STRIDE * WIDEST)?,
        );
        (square.file() < WIDEST).then_some(square)
    }

    /// Returns the next square in a direction. The caller ensures that it exists.
    pub(super) const fn step(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::Up => self.0.wrapping_add(STRIDE),
            Direction::Right => self.0.wrapping_add(1),
            Direction::Down => self.0.wrapping_sub(STRIDE),
            Direction::Left => self.0.wrapping_sub(1),
        })
    }

    /// Returns the number of steps up, down and sideways between two squares.
    pub(super) const fn distance(self, other: Self) -> u8 {
        self.file().abs_diff(other.file()) + self.rank().abs_diff(other.rank())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Grid::file_letter(self.file()), self.rank() + 1)
    }
}

impl Squares {
    pub(super) const NONE: Self = Self(0);

    /// Returns the squares on these files, on all ranks of the widest board.
    const fn files(from: u8, to: u8) -> u128 {
        let (mut files, mut rank) = (0, 0);
        while rank < WIDEST {
            let mut file = from;
            while file < to {
                files |= 1 << (rank * STRIDE + file);
                file += 1;
            }
            rank += 1;
        }
        files
    }

    /// Returns the squares of a board with this side, at most 10.
    pub(super) const fn board(side: u8) -> Self {
        const LEFT_OF: [u128; 12] = left_of();
        Self(LEFT_OF[side as usize % 11] & ((1 << (side * STRIDE)) - 1))
    }

    pub(super) const fn only(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Returns the half of the board that lies in this direction from the given square.
    pub(super) fn beyond(square: Square, direction: Direction) -> Self {
        const LEFT_OF: [u128; 12] = left_of();
        let below = |rank: u8| (1u128 << (rank * STRIDE)) - 1;
        Self(match direction {
            Direction::Up => !below(square.rank() + 1),
            Direction::Right => !LEFT_OF[square.file() as usize % 11 + 1],
            Direction::Down => below(square.rank()),
            Direction::Left => LEFT_OF[square.file() as usize % 11],
        })
    }

    pub(super) const fn bits(self) -> u128 {
        self.0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, square: Square) -> bool {
        self.0 & Self::only(square).0 != 0
    }

    pub(super) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the squares from which one step in this direction leads into the set.
    pub(super) const fn beside(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::Up => self.0 >> STRIDE,
            Direction::Right => self.0 >> 1,
            Direction::Down => self.0 << STRIDE,
            Direction::Left => self.0 << 1,
        })
    }

    /// Returns the neighbours of the set's squares, some of them off the board.
    pub(super) const fn neighbours(self) -> Self {
        Self((self.0 << STRIDE) | (self.0 >> STRIDE) | (self.0 << 1) | (self.0 >> 1))
    }

    /// Returns the square with *n* smaller squares in the set, if the set has more than *n*.
    #[inline]
    pub(super) fn nth(self, before: u64) -> Option<Square> {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let in_low = u64::from(low.count_ones());
        if before < in_low {
            nth_one(low, before).map(Square)
        } else {
            nth_one(high, before - in_low).map(|number| Square(64 + number))
        }
    }

    /// Iterates over the set, rank by rank from a1.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let square = Square(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                square
            })
        })
    }
}

/// For each file up to one beyond the guard file, the squares on the files to its left.
const fn left_of() -> [u128; 12] {
    let (mut table, mut file) = ([0; 12], 0);
    while file < 12 {
        table[file as usize] = Squares::files(0, file);
        file += 1;
    }
    table
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
