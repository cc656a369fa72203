//! Squares, directions, and sets of squares as bits.
//!
//! Squares are numbered file by file, with sixteen numbers for each file on every board. So a group is written in
//! ascending order of numbers, a square fits in a byte, and a set of squares is four words on boards of every size.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub};

use anteroom_board::{Cell, Grid, Seat};

/// The largest board, on which names of squares are read.
const WIDEST: Grid = Grid {
    columns: 16,
    rows: 16,
};

/// A square of the largest board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square on a file and a rank, both counted from 0; only their last four bits count.
    pub(super) const fn at(file: u8, rank: u8) -> Self {
        Self((file & 15) << 4 | (rank & 15))
    }

    /// Reads a printed name, in either case, on the largest board.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (file, rank) = WIDEST.file_rank(WIDEST.parse(name)?);
        Some(Self::at(file, rank))
    }

    pub(super) const fn file(self) -> u8 {
        self.0 >> 4
    }

    pub(super) const fn rank(self) -> u8 {
        self.0 & 15
    }

    /// Returns the index in tables of 256.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn cell(self) -> Cell {
        Cell(self.0 as u16)
    }

    pub(super) fn of_cell(cell: Cell) -> Option<Self> {
        u8::try_from(cell.0).ok().map(Self)
    }

    /// Returns the next square in a direction, which must exist.
    /// At the largest board's edge it wraps around.
    pub(super) const fn ahead(self, direction: Direction) -> Self {
        Self(self.0.wrapping_add_signed(direction.offset()))
    }

    /// Returns the next square in a direction on a board of this size, if it exists.
    pub(super) fn next(self, direction: Direction, size: u8) -> Option<Self> {
        let (files, ranks) = direction.steps();
        let file = self
            .file()
            .checked_add_signed(files)
            .filter(|&file| file < size)?;
        let rank = self
            .rank()
            .checked_add_signed(ranks)
            .filter(|&rank| rank < size)?;
        Some(Self::at(file, rank))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Grid::file_letter(self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the eight compass directions; north is up for both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up.
    N,
    /// Up and right.
    NE,
    /// Right.
    E,
    /// Down and right.
    SE,
    /// Down.
    S,
    /// Down and left.
    SW,
    /// Left.
    W,
    /// Up and left.
    NW,
}

impl Direction {
    /// All eight, clockwise from the north.
    pub(super) const ALL: [Self; 8] = [
        Self::N,
        Self::NE,
        Self::E,
        Self::SE,
        Self::S,
        Self::SW,
        Self::W,
        Self::NW,
    ];

    /// Returns the direction as a word: `north-east`.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::N => "north",
            Self::NE => "north-east",
            Self::E => "east",
            Self::SE => "south-east",
            Self::S => "south",
            Self::SW => "south-west",
            Self::W => "west",
            Self::NW => "north-west",
        }
    }

    /// One direction of each line.
    pub(super) const AXES: [Self; 4] = [Self::N, Self::NE, Self::E, Self::SE];

    /// Returns the three forward directions of this seat.
    pub(super) const fn forward(seat: Seat) -> [Self; 3] {
        match seat {
            Seat::First => [Self::NW, Self::N, Self::NE],
            Seat::Second => [Self::SW, Self::S, Self::SE],
        }
    }

    pub(super) const SIDEWAYS: [Self; 2] = [Self::W, Self::E];

    /// Returns the steps to the right and up.
    const fn steps(self) -> (i8, i8) {
        match self {
            Self::N => (0, 1),
            Self::NE => (1, 1),
            Self::E => (1, 0),
            Self::SE => (1, -1),
            Self::S => (0, -1),
            Self::SW => (-1, -1),
            Self::W => (-1, 0),
            Self::NW => (-1, 1),
        }
    }

    /// Returns a square's coordinate along this direction, for comparisons.
    pub(super) fn along(self, square: Square) -> i32 {
        let (files, ranks) = self.steps();
        i32::from(files) * i32::from(square.file()) + i32::from(ranks) * i32::from(square.rank())
    }

    /// Returns the difference between the numbers of a square and the next one.
    pub(super) const fn offset(self) -> i8 {
        let (files, ranks) = self.steps();
        files * 16 + ranks
    }

    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::N => Self::S,
            Self::NE => Self::SW,
            Self::E => Self::W,
            Self::SE => Self::NW,
            Self::S => Self::N,
            Self::SW => Self::NE,
            Self::W => Self::E,
            Self::NW => Self::SE,
        }
    }

    /// Reads a compass point, in either case.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.letters().eq_ignore_ascii_case(text))
    }

    const fn letters(self) -> &'static str {
        match self {
            Self::N => "N",
            Self::NE => "NE",
            Self::E => "E",
            Self::SE => "SE",
            Self::S => "S",
            Self::SW => "SW",
            Self::W => "W",
            Self::NW => "NW",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Squares([u64; 4]);

/// The lowest rank of the four files in a word.
const BOTTOM: u64 = 0x0001_0001_0001_0001;

impl Squares {
    pub(super) const NONE: Self = Self([0; 4]);

    /// Returns the squares of a block of files and ranks; the ends are excluded.
    pub(super) const fn block(file: u8, to_file: u8, rank: u8, to_rank: u8) -> Self {
        let mut words = [0; 4];
        let mut file = file;
        while file < to_file {
            let ranks = (1u64 << to_rank) - (1 << rank);
            words[(file >> 2) as usize] |= ranks << ((file & 3) * 16);
            file += 1;
        }
        Self(words)
    }

    /// Returns the union: `|` for constants.
    pub(super) const fn or(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }

    /// Returns the difference: `-` for constants.
    pub(super) const fn without(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & !e, b & !f, c & !g, d & !h])
    }

    #[inline]
    pub(super) const fn only(square: Square) -> Self {
        let mut words = [0; 4];
        words[(square.0 >> 6) as usize] = 1 << (square.0 & 63);
        Self(words)
    }

    #[inline]
    pub(super) const fn has(self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 != 0
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        (self.0[0] | self.0[1]) | (self.0[2] | self.0[3]) == 0
    }

    #[inline]
    pub(super) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    pub(super) fn is_within(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn is_single(self) -> bool {
        self.count() == 1
    }

    pub(super) fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square(
            (word as u32 * 64 + self.0[word].trailing_zeros()) as u8,
        ))
    }

    pub(super) fn last(self) -> Option<Square> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Square(
            (word as u32 * 64 + 63 - self.0[word].leading_zeros()) as u8,
        ))
    }

    /// Moves every square one step.
    /// Squares that leave the largest board are lost; those that leave a smaller board stay.
    #[inline]
    pub(super) fn shifted(self, direction: Direction) -> Self {
        let (files, ranks) = direction.steps();
        let Self(words) = self;
        let words = match ranks {
            1 => words.map(|word| word << 1 & !BOTTOM),
            -1 => words.map(|word| (word & !BOTTOM) >> 1),
            _ => words,
        };
        Self(match files {
            1 => Self::east(words),
            -1 => Self::west(words),
            _ => words,
        })
    }

    #[inline]
    fn east(words: [u64; 4]) -> [u64; 4] {
        let [a, b, c, d] = words;
        [
            a << 16,
            b << 16 | a >> 48,
            c << 16 | b >> 48,
            d << 16 | c >> 48,
        ]
    }

    #[inline]
    fn west(words: [u64; 4]) -> [u64; 4] {
        let [a, b, c, d] = words;
        [
            a >> 16 | b << 48,
            b >> 16 | c << 48,
            c >> 16 | d << 48,
            d >> 16,
        ]
    }

    /// Returns the squares adjacent to one of these, which may be in the set themselves.
    /// At the rim of a smaller board, the result has squares off the board.
    #[inline]
    pub(super) fn neighbours(self) -> Self {
        let above_below = self
            .0
            .map(|word| (word << 1 & !BOTTOM) | (word & !BOTTOM) >> 1);
        let three = Self(above_below) | self;
        Self(above_below) | Self(Self::east(three.0)) | Self(Self::west(three.0))
    }

    /// Returns the maximal connected part of `self` around one of its squares.
    pub(super) fn connected_to(self, seed: Self) -> Self {
        let mut found = seed & self;
        loop {
            let more = (found | found.neighbours()) & self;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Whether the set has a square on each of the `size` files from the left.
    fn fills_files(self, size: u8) -> bool {
        (0..size).all(|file| self.0[(file >> 2 & 3) as usize] >> ((file & 3) * 16) & 0xffff != 0)
    }

    /// Returns the maximal groups with a piece on each of the `size` files.
    pub(super) fn barriers(self, size: u8) -> Self {
        let mut barriers = Self::NONE;
        if !self.fills_files(size) {
            return barriers;
        }
        let mut left = self & Self([0xffff, 0, 0, 0]);
        while let Some(square) = left.first() {
            let group = self.connected_to(Self::only(square));
            if group.fills_files(size) {
                barriers |= group;
            }
            left = left - group;
        }
        barriers
    }
}

impl Iterator for Squares {
    type Item = Square;

    /// Removes and returns the smallest square.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        let word = &mut self.0[(square.0 >> 6) as usize];
        *word &= *word - 1;
        Some(square)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::NONE, |set, square| set | Self::only(square))
    }
}

impl BitAnd for Squares {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Squares {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXor for Squares {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

/// Returns the squares of the first set that are not in the second.
impl Sub for Squares {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.without(other)
    }
}

impl Not for Squares {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
