//! Squares as bits, and the attacks of chessmen.
//!
//! Lines are searched by subtraction: subtracting a slider's bit from the men on the rest of its line changes exactly
//! the bits from the slider to the first man above it. The same on the mirrored board gives the other direction.
//! Swapping bytes cannot mirror a rank, so attacks along ranks come from a table.

use std::fmt;

use anteroom_board::{Cell, Grid, Seat};

pub(super) const GRID: Grid = Grid {
    columns: 8,
    rows: 8,
};

pub(super) const RANK_1: u64 = 0xff;
pub(super) const RANK_3: u64 = RANK_1 << 16;
pub(super) const RANK_6: u64 = RANK_1 << 40;
pub(super) const RANK_8: u64 = RANK_1 << 56;
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;
pub(super) const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

/// A square: 0 for a1, 1 for b1, up to 63 for h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A set of squares as an iterator, smallest first.
#[derive(Clone, Copy)]
pub(super) struct Squares(pub u64);

impl Square {
    /// Returns the square on a file and a rank, both counted from 0; only their last three bits count.
    pub(super) const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 3 | (file & 7))
    }

    /// Reads a printed name, in either case.
    pub(super) fn parse(name: &str) -> Option<Self> {
        GRID.parse(name).map(|cell| Self(cell.0 as u8 & 63))
    }

    /// Returns the smallest square of a set; h8 if it is empty.
    pub(super) const fn least_of(set: u64) -> Self {
        Self((set.trailing_zeros() & 63) as u8)
    }

    pub(super) const fn file(self) -> u8 {
        self.0 & 7
    }

    pub(super) const fn rank(self) -> u8 {
        self.0 >> 3
    }

    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Returns the index in tables of 64. The mask lets the compiler omit the bounds checks.
    const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the square whose number is greater by `by`, modulo 64.
    pub(super) const fn offset(self, by: i8) -> Self {
        Self(self.0.wrapping_add_signed(by) & 63)
    }

    pub(super) const fn cell(self) -> Cell {
        Cell(self.0 as u16)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Grid::file_letter(self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::least_of(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[inline]
pub(super) fn knight(from: Square) -> u64 {
    KNIGHT[from.index()]
}

#[inline]
pub(super) fn king(from: Square) -> u64 {
    KING[from.index()]
}

/// Returns the squares on which a pawn of this seat captures.
#[inline]
pub(super) fn pawn(seat: Seat, from: Square) -> u64 {
    PAWN[seat.index()][from.index()]
}

#[inline]
pub(super) fn bishop(from: Square, taken: u64) -> u64 {
    let lines = &LINES[from.index()];
    line(from, taken, lines.diagonal) | line(from, taken, lines.antidiagonal)
}

#[inline]
pub(super) fn rook(from: Square, taken: u64) -> u64 {
    // Men on the outer files block nothing, so the six inner bits of the rank suffice.
    let row = from.0 & 0b11_1000;
    let inner = taken >> (row + 1) & 0b11_1111;
    let rank = u64::from(RANK[inner as usize][from.index() & 7]) << row;
    rank | line(from, taken, LINES[from.index()].file)
}

/// Returns the squares strictly between two squares on one line; empty if they share no line.
#[inline]
pub(super) fn between(a: Square, b: Square) -> u64 {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole line through two squares, both included; empty if they share no line.
#[inline]
pub(super) fn through(a: Square, b: Square) -> u64 {
    THROUGH[a.index()][b.index()]
}

/// Returns a slider's squares on a file or a diagonal, up to and including the first man either way.
#[inline]
fn line(from: Square, taken: u64, line: u64) -> u64 {
    let men = taken & line;
    let bit = from.bit();
    let up = men.wrapping_sub(bit);
    let down = men.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    (up ^ down) & line
}

struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static KNIGHT: [u64; 64] = leaps(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [u64; 64] = leaps(&[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static LINES: [Lines; 64] = lines();
static RANK: [[u8; 8]; 64] = rank();
static BETWEEN: [[u64; 64]; 64] = rays(false);
static THROUGH: [[u64; 64]; 64] = rays(true);

const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// Returns the bit of a file and a rank counted from 0; 0 off the board.
const fn bit_at(file: i8, rank: i8) -> u64 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        0
    } else {
        1 << (rank * 8 + file)
    }
}

const fn leaps<const N: usize>(by: &[(i8, i8); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < N {
            table[from] |= bit_at(from as i8 % 8 + by[i].0, from as i8 / 8 + by[i].1);
            i += 1;
        }
        from += 1;
    }
    table
}

/// Returns the squares from a square in a direction to the border, without the square itself.
const fn ray(from: usize, direction: (i8, i8)) -> u64 {
    let (mut file, mut rank) = (from as i8 % 8, from as i8 / 8);
    let mut squares = 0;
    loop {
        file += direction.0;
        rank += direction.1;
        let bit = bit_at(file, rank);
        if bit == 0 {
            return squares;
        }
        squares |= bit;
    }
}

const fn lines() -> [Lines; 64] {
    let mut table = [const {
        Lines {
            file: 0,
            diagonal: 0,
            antidiagonal: 0,
        }
    }; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = Lines {
            file: ray(from, (0, 1)) | ray(from, (0, -1)),
            diagonal: ray(from, (1, 1)) | ray(from, (-1, -1)),
            antidiagonal: ray(from, (1, -1)) | ray(from, (-1, 1)),
        };
        from += 1;
    }
    table
}

/// Returns a rook's squares on its rank, by the men on the six inner files and the rook's square.
const fn rank() -> [[u8; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let men = inner << 1;
        let mut file = 0;
        while file < 8 {
            let mut reached = 0;
            let mut right = file + 1;
            while right < 8 {
                reached |= 1 << right;
                if men & 1 << right != 0 {
                    break;
                }
                right += 1;
            }
            let mut left = file;
            while left > 0 {
                left -= 1;
                reached |= 1 << left;
                if men & 1 << left != 0 {
                    break;
                }
            }
            table[inner][file] = reached as u8;
            file += 1;
        }
        inner += 1;
    }
    table
}

/// Returns for every two squares on one line the squares between them, or the `whole` line.
const fn rays(whole: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (there, back) = (
                ray(from, DIRECTIONS[i]),
                ray(from, (-DIRECTIONS[i].0, -DIRECTIONS[i].1)),
            );
            let mut to = 0;
            while to < 64 {
                if there & 1 << to != 0 {
                    table[from][to] = if whole {
                        there | back | 1 << from
                    } else {
                        there & ray(to, (-DIRECTIONS[i].0, -DIRECTIONS[i].1))
                    };
                }
                to += 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}
