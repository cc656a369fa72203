//! The cells of the hexagon, and sets of them as bits.
//!
//! A cell is a letter and a number, both counted from 0 here. It exists if they differ by at most 7. Every number
//! takes 16 bits, one for each letter, so the bit beyond the last letter is never set and a step does not enter
//! another row.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use anteroom_board::{Cell, Grid, Seat};

/// The number of letters and of numbers.
pub(super) const ACROSS: u8 = 15;
/// The largest difference of letter and number; also the letter and the number of the centre.
const REACH: u8 = 7;
pub(super) const CELLS: u16 = 169;
/// Bits from one number to the next.
const STRIDE: u8 = 16;

/// A cell of the hexagon, numbered `number * 16 + letter`, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexes([u64; 4]);

/// The six corners, in order around the board: every other one is Black's home.
pub(super) const CORNERS: [(Hex, Seat); 6] = [
    (Hex::known(0, 0), Seat::First),
    (Hex::known(0, 7), Seat::Second),
    (Hex::known(7, 14), Seat::First),
    (Hex::known(14, 14), Seat::Second),
    (Hex::known(14, 7), Seat::First),
    (Hex::known(7, 0), Seat::Second),
];

impl Hex {
    /// Returns a cell that is known to be on the board.
    pub(super) const fn known(letter: u8, number: u8) -> Self {
        Self(number * STRIDE + letter)
    }

    /// Returns the cell of a letter and a number, both counted from 0, if the board has it.
    pub(super) const fn at(letter: u8, number: u8) -> Option<Self> {
        if letter < ACROSS && number < ACROSS && letter.abs_diff(number) <= REACH {
            Some(Self::known(letter, number))
        } else {
            None
        }
    }

    /// Returns `number * 16 + letter`, both counted from 0. Neighbours differ by 1, 16 or 17.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the cell with this [`index`](Self::index), if the board has it.
    pub const fn with_index(index: u8) -> Option<Self> {
        Self::at(index % STRIDE, index / STRIDE)
    }

    pub(super) const fn letter(self) -> u8 {
        self.0 % STRIDE
    }

    pub(super) const fn number(self) -> u8 {
        self.0 / STRIDE
    }

    /// Returns the cell on the opposite side of the centre, at the same distance.
    pub(super) const fn opposite(self) -> Self {
        const CORNER: u8 = Hex::known(ACROSS - 1, ACROSS - 1).0;
        Self(CORNER.wrapping_sub(self.0))
    }

    /// Returns the first letter of a row, and its number of cells.
    pub(super) const fn row(number: u8) -> (u8, u8) {
        (
            number.saturating_sub(REACH),
            ACROSS - number.abs_diff(REACH),
        )
    }

    /// Iterates over all cells by ascending number and letter: the order of public cell numbers.
    pub(super) fn all() -> impl Iterator<Item = Hex> {
        (0..ACROSS).flat_map(|number| {
            let (first, many) = Self::row(number);
            (first..first + many).map(move |letter| Self::known(letter, number))
        })
    }

    /// Returns the number of steps to the centre.
    pub(super) const fn steps_from_centre(self) -> u8 {
        let (letter, number) = (self.letter().abs_diff(REACH), self.number().abs_diff(REACH));
        // A step that raises or lowers both coordinates counts once.
        if (self.letter() < REACH) == (self.number() < REACH) {
            if letter > number { letter } else { number }
        } else {
            letter + number
        }
    }

    pub(super) fn cell(self) -> Cell {
        const BEFORE: [u16; ACROSS as usize] = cells_before();
        let (first, _) = Self::row(self.number());
        let before = BEFORE
            .get(usize::from(self.number()))
            .copied()
            .unwrap_or(CELLS);
        Cell(before + u16::from(self.letter().saturating_sub(first)))
    }

    pub(super) fn of(cell: Cell) -> Option<Self> {
        Self::all().nth(usize::from(cell.0))
    }

    /// Reads a letter and a number, in either case.
    /// The error tells whether the text has the form of a cell's name.
    pub(super) fn parse(name: &str) -> Result<Self, NotACell> {
        let mut letters = name.chars();
        let letter = letters
            .next()
            .map(|letter| letter.to_ascii_lowercase())
            .filter(char::is_ascii_lowercase);
        let digits = letters.as_str();
        let number = digits.bytes().all(|digit| digit.is_ascii_digit())
            && !digits.is_empty()
            && digits.len() <= 2;
        let (Some(letter), true) = (letter, number && !digits.starts_with('0')) else {
            return Err(NotACell::Unreadable);
        };
        let number = digits.parse::<u8>().map_err(|_| NotACell::Unreadable)?;
        Self::at(letter as u8 - b'a', number - 1).ok_or(NotACell::OffBoard)
    }
}

/// The reason why a name is not a cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotACell {
    /// The name is not a letter and a number.
    Unreadable,
    /// The board has no such cell.
    OffBoard,
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            Grid::file_letter(self.letter()),
            self.number() + 1
        )
    }
}

/// Returns for each number the number of cells in the rows below it.
const fn cells_before() -> [u16; ACROSS as usize] {
    let (mut before, mut number) = ([0; ACROSS as usize], 1);
    while number < ACROSS as usize {
        let (_, many) = Hex::row(number as u8 - 1);
        before[number] = before[number - 1] + many as u16;
        number += 1;
    }
    before
}

/// Returns the cells on the sides of the hexagon that the mask selects.
/// Side 0 is A1–A8, and so on around the board: A8–H15, H15–O15, O15–O8, O8–H1, H1–A1. A corner is on two sides.
const fn on_sides(mask: u8) -> Hexes {
    let (mut hexes, mut number) = ([0; 4], 0);
    while number < ACROSS {
        let (first, many) = Hex::row(number);
        let mut letter = first;
        while letter < first + many {
            let last = ACROSS - 1;
            let sides = (letter == 0) as u8
                | ((number == letter + REACH) as u8) << 1
                | ((number == last) as u8) << 2
                | ((letter == last) as u8) << 3
                | ((letter == number + REACH) as u8) << 4
                | ((number == 0) as u8) << 5
                | 1 << 6;
            if sides & mask != 0 {
                hexes[number as usize / 4] |= 1 << (number % 4 * STRIDE + letter);
            }
            letter += 1;
        }
        number += 1;
    }
    Hexes(hexes)
}

impl Hexes {
    /// The empty set.
    pub const NONE: Self = Self([0; 4]);

    /// The whole board.
    pub const ALL: Self = on_sides(1 << 6);

    /// For each seat, the three pairs of sides that meet at its away corners: together all six sides.
    pub(super) const AWAY_PAIRS: [[Self; 3]; 2] = [
        [
            on_sides(0b000_011),
            on_sides(0b001_100),
            on_sides(0b110_000),
        ],
        [
            on_sides(0b100_001),
            on_sides(0b000_110),
            on_sides(0b011_000),
        ],
    ];

    pub(super) const fn only(hex: Hex) -> Self {
        let mut words = [0; 4];
        words[hex.0 as usize / 64] = 1 << (hex.0 % 64);
        Self(words)
    }

    #[inline]
    /// Returns whether the set holds this cell.
    pub const fn has(&self, hex: Hex) -> bool {
        self.0[hex.0 as usize / 64] >> (hex.0 % 64) & 1 != 0
    }

    #[inline]
    /// Adds a cell.
    pub const fn insert(&mut self, hex: Hex) {
        self.0[hex.0 as usize / 64] |= 1 << (hex.0 % 64);
    }

    #[inline]
    /// Returns the number of cells, 0–169.
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    /// Returns the cells that `other` does not hold.
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Returns the set with all its neighbours, some of them off the board.
    #[inline]
    fn spread(self) -> Self {
        let [a, b, c, d] = self.0;
        // A step in the letter stays in its word, because the sixteenth bit of every row is free.
        let rows = [a, b, c, d].map(|word| word | word << 1);
        let back = [a, b, c, d].map(|word| word | word >> 1);
        // Up: the number rises, alone or with the letter. Down: it falls, likewise.
        let up = [
            rows[0] << 16,
            rows[1] << 16 | rows[0] >> 48,
            rows[2] << 16 | rows[1] >> 48,
            rows[3] << 16 | rows[2] >> 48,
        ];
        let down = [
            back[0] >> 16 | back[1] << 48,
            back[1] >> 16 | back[2] << 48,
            back[2] >> 16 | back[3] << 48,
            back[3] >> 16,
        ];
        Self(std::array::from_fn(|i| rows[i] | back[i] | up[i] | down[i]))
    }

    /// Returns the cells of `among` that are next to the set.
    pub(super) fn touching(self, among: Self) -> Self {
        self.spread() & among
    }

    /// Iterates over the cells, by ascending number and letter.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        self.0
            .into_iter()
            .zip([0u8, 64, 128, 192])
            .flat_map(|(mut word, base)| {
                std::iter::from_fn(move || {
                    (word != 0).then(|| {
                        let hex = Hex(base + word.trailing_zeros() as u8);
                        word &= word - 1;
                        hex
                    })
                })
            })
    }
}

/// Runs several flood fills at once: each finds the cells of `within` connected with `from`.
/// The floods are adjacent in memory so that they fill the machine's wide registers.
#[inline]
pub(super) fn flood<const MANY: usize>(
    from: [Hexes; MANY],
    within: [Hexes; MANY],
) -> [Hexes; MANY] {
    let within: [[u64; MANY]; 4] = std::array::from_fn(|i| within.map(|hexes| hexes.0[i]));
    let mut reached: [[u64; MANY]; 4] =
        std::array::from_fn(|i| std::array::from_fn(|flood| from[flood].0[i] & within[i][flood]));
    loop {
        let mut grown = 0;
        // Up the board and down again: each word passes its cells on to the next one in the same sweep.
        for i in [0, 1, 2, 3, 2, 1, 0] {
            let [below, above] = [i.max(1) - 1, (i + 1).min(3)].map(|other| reached[other]);
            for flood in 0..MANY {
                let here = reached[i][flood];
                let (right, left) = (here | here << 1, here | here >> 1);
                let from_below = if i == 0 {
                    0
                } else {
                    (below[flood] | below[flood] << 1) >> 48
                };
                let from_above = if i == 3 {
                    0
                } else {
                    (above[flood] | above[flood] >> 1) << 48
                };
                let there = (right | left | right << 16 | left >> 16 | from_below | from_above)
                    & within[i][flood];
                grown |= there ^ here;
                reached[i][flood] = there;
            }
        }
        if grown == 0 {
            return std::array::from_fn(|flood| Hexes(reached.map(|words| words[flood])));
        }
    }
}

impl BitAnd for Hexes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Hexes {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::{Hex, Hexes};

    #[test]
    fn cells_are_numbered_in_order() {
        for (number, hex) in Hex::all().enumerate() {
            assert_eq!(usize::from(hex.cell().0), number);
            assert_eq!(Hex::of(hex.cell()), Some(hex));
            assert_eq!(Hex::parse(&hex.to_string()), Ok(hex));
        }
        assert_eq!(Hex::all().count(), 169);
        assert_eq!(Hexes::ALL.count(), 169);
    }
}
