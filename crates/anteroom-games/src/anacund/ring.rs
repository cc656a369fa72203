//! The ring of 36 squares, sets of its squares as bits, and the squares' values.

use std::fmt;

use crate::nth_one::nth_one;
use crate::split_mix::SplitMix64;
use anteroom_board::Cell;

pub(super) const SQUARES: u8 = 36;
/// Number of columns: two three-symbol slats at the ends, fifteen two-symbol slats between.
const COLUMNS: u8 = 17;
/// The highest value; the lowest is 1.
pub(super) const VALUES: u8 = 6;

/// A square of the ring, numbered clockwise from the top left corner, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Squares(u64);

/// The table before the first piece: the value of every square, and the golden square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Values {
    values: [u8; SQUARES as usize],
    /// The squares of each value, 1 first.
    squares: [Squares; VALUES as usize],
    /// The golden square, one of value 1.
    golden: Square,
}

impl Square {
    pub(super) const FIRST: Self = Self(0);

    /// Returns the square with this number as players say it, from 1 to 36.
    pub(super) fn numbered(number: u8) -> Option<Self> {
        (1..=SQUARES).contains(&number).then(|| Self(number - 1))
    }

    pub(super) fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(Square)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn cell(self) -> Cell {
        Cell(u16::from(self.0))
    }

    pub(super) fn of(cell: Cell) -> Option<Self> {
        u8::try_from(cell.0)
            .ok()
            .filter(|&number| number < SQUARES)
            .map(Square)
    }

    /// Returns a column's squares in the top row and in the bottom row.
    const fn of_column(column: u8) -> [Self; 2] {
        [Self(column), Self(34 - column)]
    }

    /// Returns the square *n* steps on, clockwise.
    #[inline]
    const fn on(self, steps: u8) -> Self {
        Self((self.0 + steps % SQUARES) % SQUARES)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Squares {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((1 << SQUARES) - 1);

    #[inline]
    pub(super) const fn only(square: Square) -> Self {
        Self(1 << (square.0 & 63))
    }

    /// Returns the two neighbours of this square.
    #[inline]
    pub(super) const fn beside(square: Square) -> Self {
        Self::only(square.on(1)).and(Self::only(square.on(SQUARES - 1)))
    }

    #[inline]
    pub(super) const fn has(self, square: Square) -> bool {
        self.0 >> (square.0 & 63) & 1 != 0
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Rotates the set so that this square has number 0.
    #[inline]
    const fn seen_from(self, square: Square) -> u64 {
        (self.0 >> square.0 | self.0 << (SQUARES - square.0)) & Self::ALL.0
    }

    /// Returns the unbroken run of the set clockwise after a square, and the square behind the run.
    #[inline]
    pub(super) const fn chain_after(self, square: Square) -> (Self, Square) {
        let length = self.seen_from(square.on(1)).trailing_ones() as u8;
        (Self::stretch(square.on(1), length), square.on(1 + length))
    }

    /// Returns the unbroken run of the set clockwise before a square, and the square in front of the run.
    #[inline]
    pub(super) const fn chain_before(self, square: Square) -> (Self, Square) {
        let length = (self.seen_from(square) << (64 - SQUARES)).leading_ones() as u8;
        let before = square.on(SQUARES - length % SQUARES);
        (Self::stretch(before, length), before.on(SQUARES - 1))
    }

    /// Returns `length` squares clockwise from this one.
    #[inline]
    const fn stretch(first: Square, length: u8) -> Self {
        let here = if length >= SQUARES {
            Self::ALL.0
        } else {
            (1 << length) - 1
        };
        Self((here << first.0 | here >> (SQUARES - first.0)) & Self::ALL.0)
    }

    /// Returns the square with *n* smaller squares in the set, if the set has more than *n*.
    #[inline]
    pub(super) fn nth(self, before: u64) -> Option<Square> {
        nth_one(self.0, before).map(Square)
    }

    #[inline]
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

impl Values {
    /// Returns the values of a ring and its golden square, if slats can make such a ring.
    ///
    /// # Errors
    ///
    /// A sentence that names the wrong slat.
    pub(super) fn of_slats(values: [u8; SQUARES as usize], golden: Square) -> Result<Self, String> {
        check_slats(&values)?;
        Ok(Self::new(values, golden))
    }

    fn new(values: [u8; SQUARES as usize], golden: Square) -> Self {
        let mut squares = [Squares::NONE; VALUES as usize];
        for (square, &value) in Square::all().zip(&values) {
            if let Some(squares) = squares.get_mut(usize::from(value.wrapping_sub(1))) {
                *squares = squares.and(Squares::only(square));
            }
        }
        Self {
            values,
            squares,
            golden,
        }
    }

    /// Lays the slats out by a seed. The layout must never change: matches are replayed from their seeds.
    pub(super) fn of_seed(seed: u32) -> Self {
        let mut numbers = SplitMix64::new(u64::from(seed));
        let mut below = |n: u64| (numbers.next() % n) as usize;

        let mut pairs = two_symbol_slats();
        for i in (1..pairs.len()).rev() {
            pairs.swap(i, below(i as u64 + 1));
        }
        let mut values = [0; SQUARES as usize];
        for (pair, column) in pairs.iter_mut().zip(1..) {
            if below(2) == 1 {
                pair.reverse();
            }
            for (square, value) in Square::of_column(column).into_iter().zip(*pair) {
                values[square.index()] = value;
            }
        }
        let mut ends = THREE_SYMBOL_SLATS;
        if below(2) == 1 {
            ends.swap(0, 1);
        }
        for (end, squares) in ends.iter_mut().zip(ENDS) {
            if below(2) == 1 {
                end.reverse();
            }
            for (square, value) in squares.into_iter().zip(*end) {
                values[square.index()] = value;
            }
        }
        let ones = Square::all().filter(|square| values[square.index()] == 1);
        let golden = ones.into_iter().nth(below(6)).unwrap_or(Square(0));
        Self::new(values, golden)
    }

    #[inline]
    pub(super) fn value(&self, square: Square) -> u8 {
        self.values.get(square.index()).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn squares(&self, value: u8) -> Squares {
        self.squares
            .get(usize::from(value.wrapping_sub(1)))
            .copied()
            .unwrap_or(Squares::NONE)
    }

    pub(super) const fn golden(&self) -> Square {
        self.golden
    }
}

/// The values from top to bottom, before the slats are turned.
const THREE_SYMBOL_SLATS: [[u8; 3]; 2] = [[1, 6, 3], [2, 5, 4]];

/// The squares of the left and the right end, from top to bottom.
const ENDS: [[Square; 3]; 2] = [
    [Square(0), Square(35), Square(34)],
    [Square(16), Square(17), Square(18)],
];

/// Returns all pairs of different values, the smaller one on top, in ascending order.
fn two_symbol_slats() -> [[u8; 2]; 15] {
    let (mut slats, mut top, mut bottom) = ([[0; 2]; 15], 1, 2);
    for slat in &mut slats {
        *slat = [top, bottom];
        (top, bottom) = if bottom < VALUES {
            (top, bottom + 1)
        } else {
            (top + 1, top + 2)
        };
    }
    slats
}

fn check_slats(values: &[u8; SQUARES as usize]) -> Result<(), String> {
    let ends = ENDS.map(|squares| squares.map(|square| values[square.index()]));
    let is = |end: [u8; 3], slat: [u8; 3]| end == slat || [end[2], end[1], end[0]] == slat;
    let [one, other] = THREE_SYMBOL_SLATS;
    if !(is(ends[0], one) && is(ends[1], other) || is(ends[0], other) && is(ends[1], one)) {
        let [left, right] = ends.map(|[top, middle, bottom]| format!("{top}-{middle}-{bottom}"));
        return Err(format!(
            "The slats at the ends are 1-6-3 and 2-5-4, either way up; here squares 1, 36, 35 carry {left} and squares 17, 18, 19 carry {right}."
        ));
    }
    let mut seen: Vec<([u8; 2], [Square; 2])> = Vec::new();
    for column in 1..COLUMNS - 1 {
        let squares = Square::of_column(column);
        let mut pair = squares.map(|square| values[square.index()]);
        pair.sort_unstable();
        let [top, bottom] = squares;
        if pair[0] == pair[1] {
            return Err(format!(
                "The slat of squares {top} and {bottom} carries {} twice; there is no such slat.",
                pair[0]
            ));
        }
        if let Some((_, [first, second])) = seen.iter().find(|(other, _)| *other == pair) {
            let [low, high] = pair;
            return Err(format!(
                "Squares {first} and {second} and squares {top} and {bottom} both carry {low} and {high}; there is one such slat."
            ));
        }
        seen.push((pair, squares));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Square, Squares, two_symbol_slats};

    #[test]
    fn the_two_symbol_slats_are_all_pairs() {
        let slats = two_symbol_slats();
        assert_eq!(slats[..6], [[1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [2, 3]]);
        assert_eq!(slats[14], [5, 6]);
    }

    #[test]
    fn chains_run_around_the_ring() {
        let set = |numbers: &[u8]| {
            numbers.iter().fold(Squares::NONE, |set, &number| {
                set.and(Squares::only(Square(number - 1)))
            })
        };
        let some = set(&[35, 36, 1, 2, 10]);
        assert_eq!(
            some.chain_after(Square(33)),
            (set(&[35, 36, 1, 2]), Square(2))
        );
        assert_eq!(
            some.chain_before(Square(2)),
            (set(&[35, 36, 1, 2]), Square(33))
        );
        assert_eq!(some.chain_after(Square(35)), (set(&[1, 2]), Square(2)));
        assert_eq!(some.chain_before(Square(0)), (set(&[35, 36]), Square(33)));
        assert_eq!(some.chain_after(Square(20)), (Squares::NONE, Square(21)));
        assert_eq!(some.chain_before(Square(20)), (Squares::NONE, Square(19)));
    }
}
