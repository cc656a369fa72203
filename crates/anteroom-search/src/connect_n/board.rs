//! A frame of any size with chips that fall and are taken back.
//!
//! A chip changes only the few lines through its cell, which is far less work than examining all lines again.

use anteroom_games::board::Seat;
use anteroom_games::games::SplitMix64;
use anteroom_games::games::connect_n::{Bits, ConnectN};

/// The most columns and the most rows.
pub(super) const SIDE: usize = 16;
/// The most cells.
pub(super) const CELLS: usize = SIDE * SIDE;

/// The rows of each column as bits, the lowest row first.
pub(super) type Rows = [u16; SIDE];

/// The lines of a frame and the chips in them.
/// Seats are 0 for the first and 1 for the second. Cells are numbered column by column from below.
pub(super) trait Lines {
    /// The data needed to take a chip back.
    type Before: Copy;

    /// Drops a chip on a cell, and calls `completes` with cells that now complete a line of the seat.
    /// `of_first` tells whether the cell is on a row of the first seat.
    fn fall(
        &mut self,
        cell: usize,
        seat: usize,
        of_first: bool,
        completes: impl FnMut(usize),
    ) -> Self::Before;

    fn take_back(&mut self, cell: usize, seat: usize, of_first: bool, before: &Self::Before);

    /// Returns the change of [`worth`](Self::worth) by a chip.
    fn gain(&self, cell: usize, seat: usize, of_first: bool) -> i32;

    /// Returns the value of the open lines for the first seat.
    fn worth(&self) -> i32;

    /// Returns the number of lines open to a seat: those without a chip of the other seat.
    fn open(&self, seat: usize) -> u32;

    /// Evaluates the position for the seat to move, which can neither win at once nor must block.
    fn judge(board: &Board<Self>) -> i32
    where
        Self: Sized;
}

/// A position with up-to-date lines, none of them complete.
pub(super) struct Board<L> {
    pub lines: L,
    pub columns: usize,
    pub rows: usize,
    /// The rows that the first seat gets if both seats fill everything else.
    pub rows_of_first: u16,
    /// The row of each column to which a chip falls; 0 for a full column.
    pub landings: Rows,
    /// The empty cells that complete a line, by seat.
    pub threats: [Rows; 2],
    pub empty: u32,
    /// 0 for the first seat.
    pub mover: usize,
    /// A hash of the position.
    pub key: u64,
    /// Random numbers for each seat's chip on each cell (Zobrist 1970).
    keys: Box<[[u64; CELLS]; 2]>,
}

/// The data needed to take a chip back.
#[derive(Clone, Copy)]
pub(super) struct Before<B> {
    lines: B,
    threats: [Rows; 2],
}

/// Returns the cells of every line of a frame. The order of the lines must never change.
pub(super) fn lines_of([columns, rows, n]: [usize; 3]) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let cell = |i: usize| {
                let column = column + right * i;
                let row = row.checked_add_signed(up * i as isize)?;
                (column < columns && row < rows).then_some(column * rows + row)
            };
            lines.extend((0..n).map(cell).collect::<Option<Vec<_>>>());
        }
    }
    lines
}

/// Returns the rows that the first seat gets if both seats fill everything else.
/// They are the first, third … from below, unless all columns but one have an odd number of cells together.
pub(super) fn rows_of_first(columns: usize, rows: usize) -> u16 {
    if columns.is_multiple_of(2) && !rows.is_multiple_of(2) {
        0xaaaa
    } else {
        0x5555
    }
}

impl<L: Lines> Board<L> {
    /// Converts an unfinished position, with the lines of the empty frame.
    pub(super) fn of<B: Bits>(position: &ConnectN<B>, mover: Seat, lines: L) -> Self {
        let [columns, rows, _] = position.dimensions().map(usize::from);
        let mut numbers = SplitMix64::new(0x636f_6e6e_6563_746e);
        let mut board = Self {
            lines,
            columns,
            rows,
            rows_of_first: rows_of_first(columns, rows),
            landings: std::array::from_fn(|column| u16::from(column < columns)),
            threats: [[0; SIDE]; 2],
            empty: (columns * rows) as u32,
            mover: 0,
            key: 0,
            keys: Box::new(std::array::from_fn(|_| {
                std::array::from_fn(|_| numbers.next())
            })),
        };
        // Column by column from below, because the order of chips makes no difference.
        let chips = Seat::BOTH.map(|seat| position.chips_of(seat));
        for column in 0..columns {
            for row in 0..rows {
                let bit = (column * (rows + 1) + row) as u32;
                if let Some(seat) = chips.iter().position(|chips| chips.has(bit)) {
                    board.mover = seat;
                    board.drop(column);
                }
            }
        }
        board.mover = mover.index();
        board
    }

    /// Returns the cell to which a chip falls in a column that has room.
    #[inline]
    pub(super) fn cell(&self, column: usize) -> usize {
        (column % SIDE) * self.rows + self.landings[column % SIDE].trailing_zeros() as usize
    }

    /// Whether a row, given as one bit, falls to the first seat.
    #[inline]
    fn is_of_first(&self, row: u16) -> bool {
        row & self.rows_of_first != 0
    }

    /// Drops a chip of the seat to move in a column that has room.
    #[inline]
    pub(super) fn drop(&mut self, column: usize) -> Before<L::Before> {
        let threats_before = self.threats;
        let cell = self.cell(column);
        let seat = self.mover & 1;
        let landing = self.landings[column % SIDE];
        let of_first = self.is_of_first(landing);
        let (rows, threats) = (self.rows, &mut self.threats[seat]);
        let lines = self.lines.fall(cell, seat, of_first, |last| {
            threats[last / rows % SIDE] |= 1 << (last % rows);
        });
        for threats in &mut self.threats {
            threats[column % SIDE] &= !landing;
        }
        self.landings[column % SIDE] = landing << 1 & ((1_u32 << self.rows) - 1) as u16;
        self.empty -= 1;
        self.key ^= self.keys[seat][cell % CELLS];
        self.mover = seat ^ 1;
        Before {
            lines,
            threats: threats_before,
        }
    }

    /// Takes back the last chip, from this column.
    #[inline]
    pub(super) fn take_back(&mut self, column: usize, before: &Before<L::Before>) {
        let landing = match self.landings[column % SIDE] {
            0 => 1 << (self.rows - 1),
            landing => landing >> 1,
        };
        self.landings[column % SIDE] = landing;
        let cell = self.cell(column);
        let seat = (self.mover ^ 1) & 1;
        let of_first = self.is_of_first(landing);
        self.lines.take_back(cell, seat, of_first, &before.lines);
        self.threats = before.threats;
        self.empty += 1;
        self.key ^= self.keys[seat][cell % CELLS];
        self.mover = seat;
    }

    /// Returns the change of the worth of open lines, for the seat to move, by a chip in this column.
    #[inline]
    pub(super) fn gain(&self, column: usize) -> i32 {
        let seat = self.mover & 1;
        let of_first = self.is_of_first(self.landings[column % SIDE]);
        let gain = self.lines.gain(self.cell(column), seat, of_first);
        if seat == 0 { gain } else { -gain }
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Lines};
    use crate::connect_n::counted::Counted;
    use crate::connect_n::placed::Placed;
    use crate::connect_n::weights::{FITTED, FITTED_LINES, PLAIN, PLAIN_LINES};
    use anteroom_games::board::Seat;
    use anteroom_games::games::connect_n::{Bits, ConnectN, Size, Wide};
    use anteroom_games::games::{Position, SplitMix64};

    /// Returns the empty cells that complete a line, by dropping a chip of the seat there on a copy.
    fn completing<B: Bits>(
        position: &ConnectN<B>,
        [columns, rows, n]: [u8; 3],
        seat: Seat,
    ) -> Vec<(u8, u8)> {
        let own = |column: i32, row: i32| {
            (0..i32::from(columns)).contains(&column)
                && (0..i32::from(rows)).contains(&row)
                && position
                    .chips_of(seat)
                    .has((column * (i32::from(rows) + 1) + row) as u32)
        };
        let taken = |column: u8, row: u8| {
            let bit = u32::from(column) * (u32::from(rows) + 1) + u32::from(row);
            Seat::BOTH
                .iter()
                .any(|&seat| position.chips_of(seat).has(bit))
        };
        let mut found = Vec::new();
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let longest = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(right, up)| {
                let reach = |sign: i32| {
                    (1..i32::from(n))
                        .take_while(|i| {
                            own(
                                i32::from(column) + sign * i * right,
                                i32::from(row) + sign * i * up,
                            )
                        })
                        .count()
                };
                1 + reach(1) + reach(-1)
            });
            if !taken(column, row) && longest.iter().any(|&many| many >= usize::from(n)) {
                found.push((column, row));
            }
        }
        found
    }

    fn play<B: Bits, L: Lines>(size: [u8; 3], seed: u64, lines: impl Fn() -> L) {
        let [columns, rows, n] = size;
        let Ok(of) = Size::new(columns, rows, n) else {
            panic!("{size:?}");
        };
        let mut position = ConnectN::<B>::start(&of);
        let mut board = Board::of(&position, Seat::First, lines());
        let mut numbers = SplitMix64::new(seed);
        let mut fallen = Vec::new();
        let counts = |board: &Board<L>| {
            let [first, second] = [0, 1].map(|seat| board.lines.open(seat) as i32);
            [board.lines.worth(), first, second]
        };
        while let Some(step) = position.random_step(&mut |n| numbers.below(n)) {
            let (key, before_it) = (board.key, counts(&board));
            let column = usize::from(step.number());
            let gain = board.gain(column);
            position.play_unchecked(&step, &mut ());
            let Some(mover) = position.to_move() else {
                break;
            };
            let before = board.drop(column);
            fallen.push((column, before, key, before_it));
            let sign = if mover == Seat::Second { 1 } else { -1 };
            assert_eq!(board.lines.worth(), before_it[0] + sign * gain);
            // The incremental counts equal those of a new board.
            let fresh = Board::of(&position, mover, lines());
            assert_eq!(board.key, fresh.key);
            assert_eq!(counts(&board), counts(&fresh));
            for seat in Seat::BOTH {
                let threats: Vec<_> = (0..columns)
                    .flat_map(|column| (0..rows).map(move |row| (column, row)))
                    .filter(|&(column, row)| {
                        board.threats[seat.index()][usize::from(column)] >> row & 1 == 1
                    })
                    .collect();
                assert_eq!(threats, completing(&position, size, seat), "{position:?}");
            }
        }
        while let Some((column, before, key, before_it)) = fallen.pop() {
            board.take_back(column, &before);
            assert_eq!((board.key, counts(&board)), (key, before_it));
        }
        assert_eq!(board.empty, u32::from(columns) * u32::from(rows));
        // After all chips are taken back, the lines equal those of the empty frame, so a repeated game has the same
        // result.
        let mut fresh = Board::of(&ConnectN::<B>::start(&of), Seat::First, lines());
        for column in 0..usize::from(columns) {
            let columns_gain = (board.gain(column), fresh.gain(column));
            assert_eq!(columns_gain.0, columns_gain.1);
            board.drop(column);
            fresh.drop(column);
            assert_eq!(counts(&board), counts(&fresh));
        }
    }

    #[test]
    fn lines_are_counted_as_chips_fall_and_are_taken_back() {
        fn counted<B: Bits>(size: [u8; 3], seed: u64) {
            let (lines, weights) = if seed.is_multiple_of(2) {
                (&FITTED_LINES, &FITTED)
            } else {
                (&PLAIN_LINES, &PLAIN)
            };
            play::<B, _>(size, seed, || Counted::new(size, lines, weights));
        }
        for seed in 0..4 {
            counted::<u128>([9, 7, 5], seed);
            counted::<u128>([10, 9, 4], seed);
            counted::<Wide>([16, 16, 5], seed);
            counted::<Wide>([16, 16, 3], seed);
            counted::<Wide>([8, 16, 15], seed);
            play::<u128, _>([9, 7, 5], seed, Placed::new);
        }
    }
}
